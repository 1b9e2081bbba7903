import type { TextToSend } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  type textMessages as contract,
  isBritish,
  mobileIn,
  type TextStanding,
  type TextSummary,
} from '#contract/text-messages.ts'
import { hiddenMattersOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import type { Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { before, hours } from '#server/platform/time/durations.ts'
import { findConnection, notMobile } from './provider-settings.ts'
import type { TextRow } from './store.ts'
import * as store from './store.ts'

/** The most texts in an hour, because each costs money and a stranger's phone must not be flooded. */
const textsOf = { person: 30, client: 5, number: 5 }

export async function showOffer({ db, ports }: Ctx<Member>) {
  return { isOffered: await canText(db, ports), isKept: ports.isDemo }
}

/** In the demo, texts stay in the outbox, so that the feature can be tried. */
const canText = async (db: Ctx['db'], ports: Ctx['ports']) =>
  ports.isDemo || (await findConnection(db, ports)) !== null

const mark = '••• •••'

const wordsFor = (firm: string, { subject }: TextToSend) =>
  subject.startsWith('guest:')
    ? `${firm}: your code is ${mark}. Enter it on the page that our email links to. Don't share it with anyone.`
    : `${firm}: your code as a witness is ${mark}. Enter it on the page you've been shown. Don't share it with anyone.`

/** Returns the text as it is sent. Null if its code is gone. */
export function bodyOf({ secrets }: { secrets: Secrets }, row: TextRow): string | null {
  const code = codeOf({ secrets }, row)
  return code && row.words.replace(mark, `${code.slice(0, 3)} ${code.slice(3)}`)
}

const codeOf = ({ secrets }: { secrets: Secrets }, { id, sealedCode }: TextRow) =>
  sealedCode && secrets.open(sealedCode, placeOf(id))
const placeOf = (id: string) => `text_message:${id}`

/**
 * Writes a text in this transaction. It is sent after the commit. Throws `not_mobile`, `not_british` to a client,
 * `texts_off`, and `too_many_texts`.
 */
export async function queueText(ctx: Ctx, due: TextToSend) {
  const { id, subject, userId, sentById, code, expiresAt, link, matterId } = due
  const number = mobileIn(due.mobile)
  if (number === null) throw notMobile()
  const isClient = ctx.actor.role === 'client'
  if (isClient && !isBritish(number)) throw notBritish()
  if (!(await canText(ctx.db, ctx.ports))) throw off()
  const sent = await store.countSince(ctx.db, { sentById, number }, before(ctx.now, hours(1)))
  if (sent.bySender >= (isClient ? textsOf.client : textsOf.person) || sent.toNumber >= textsOf.number)
    throw tooMany()
  const firm = await findFirm(ctx.db)
  await store.updateOverdue(ctx.db, subject, {
    state: 'failed',
    failure: 'A newer code has taken its place.',
    sealedCode: null,
    settledAt: ctx.now,
  })
  await store.insert(ctx.db, {
    id,
    userId,
    sentById,
    subject,
    number,
    words: wordsFor(firm.name, due),
    sealedCode: ctx.ports.secrets.seal(code, placeOf(id)),
    link,
    matterId,
    state: 'waiting',
    createdAt: ctx.now,
    dueAt: ctx.now,
    expiresAt,
  })
  await audit(ctx, 'text_message.requested', { subjectId: userId, details: { number } })
  await ctx.enqueue('sendText', { textId: id }, { key: `text:${id}` })
}

const tooMany = () => {
  const words = 'Too many texts have been sent. Please pass this code on by telephone'
  return new Problem('too_many', `${words}.`, {
    fields: { mobile: words },
    reason: 'too_many_texts',
    retryAfter: hours(1) / 1000,
  })
}

const notBritish = () => {
  const words = 'We can only text UK mobile numbers. Please tell them the code yourself'
  return new Problem('unprocessable', `${words}.`, { fields: { mobile: words }, reason: 'not_british' })
}

const off = () =>
  new Problem('conflict', 'This portal sends no texts at the moment. Please pass the code on by telephone.', {
    reason: 'texts_off',
  })

export async function showStanding(
  { db, actor }: Ctx<Member>,
  { id }: Input<typeof contract.standing>,
): Promise<TextStanding> {
  return standingOf(await store.getSentBy(db, id, actor.id))
}

const standingOf = ({ id, number, state, failure }: TextRow): TextStanding => ({ id, number, state, failure })

export async function listTexts(
  { db, actor, ports }: Ctx<Staff>,
  { before }: Input<typeof contract.list>,
): Promise<TextSummary[]> {
  return (await store.listOf(db, hiddenMattersOf(db, actor), before)).map((row) => ({
    ...standingOf(row),
    words: row.words,
    createdAt: row.createdAt,
    settledAt: row.settledAt,
    attempts: row.attempts,
    hasCode: isShown(ports, row),
  }))
}

/**
 * Returns whether the code may be shown. It belongs to its recipient alone. Only the demo shows it, because no text
 * leaves there, and the audit trail records to whom.
 */
const isShown = ({ isDemo }: { isDemo: boolean }, { state, sealedCode }: TextRow) =>
  isDemo && state === 'kept' && sealedCode !== null

export async function readCode(ctx: MultiStepCtx<Staff>, { id }: Input<typeof contract.code>) {
  const row = await store.get(ctx.read, hiddenMattersOf(ctx.read, ctx.actor), id)
  const code = isShown(ctx.ports, row) ? codeOf(ctx.ports, row) : null
  if (code === null) return notFound('textMessage')
  const details = { textId: id, number: row.number }
  await ctx.transaction((step) => audit(step, 'text_message.code_read', { subjectId: row.userId, details }))
  return { code }
}
