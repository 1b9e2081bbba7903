import { type CaseAct, canDo, caseRules, refusalOf } from '#contract/case-states.ts'
import { type CaseEventKind, type CaseId, type Move, moveWords, type Step } from '#contract/cases.ts'
import { pages, pathTo } from '#contract/pages.ts'
import { Problem } from '#contract/problem.ts'
import { getAccount, listAdministrators, listTeam } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { CaseRow, Owners } from './store.ts'
import * as store from './store.ts'

interface Acted {
  id: CaseId
  owners: Owners
  act: CaseAct
  step?: Step
  /** The reason, or the note. */
  words?: string
}

/** Does one thing to a case, if the rules allow it as it stands now; of two at once, one comes second. */
export async function actOn(ctx: Ctx<Member>, { id, owners, act, step, words }: Acted): Promise<CaseRow> {
  const found = await store.claim(ctx.db, owners, id)
  const side = ctx.actor.role === 'client' ? 'client' : 'firm'
  if (!canDo(act, found, side))
    throw new Problem('conflict', refusalOf(act, found.status), { reason: `case_${found.status}` })
  const status = caseRules[act].to ?? found.status
  const row = await store.update(ctx.db, id, {
    status,
    ...(status === 'open' ? {} : noMove),
    ...(step && moveOf(ctx, step)),
    reason: act === 'reject' ? words : status === 'rejected' ? found.reason : null,
    closedAt: act === 'close' ? ctx.now : status === 'closed' ? found.closedAt : null,
  })
  await record(ctx, row, { kind: kinds[act], words: step?.nextStep ?? words ?? null, step: step ?? null })
  return row
}

interface Happened {
  kind: CaseEventKind
  words: string | null
  step: Step | null
}

/** Adds a line to the timeline, and tells whom it concerns. */
export async function record(ctx: Ctx<Member>, row: CaseRow, { kind, words, step }: Happened) {
  const { firstName, lastName } = await getAccount(ctx.db, ctx.actor.id)
  const move = step && { whose: step.whose, thirdParty: thirdPartyOf(step) }
  await store.insertEvent(ctx.db, {
    id: newId(),
    caseId: row.id,
    kind,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: `${firstName} ${lastName}`,
    isOfFirm: ctx.actor.role !== 'client',
    words,
    ...move,
  })
  await audit(ctx, `case.${kind}`, { subjectId: row.clientId, details: { reference: row.reference } })
  await tellOf(ctx, row, { kind, words, move })
}

export const moveOf = ({ now }: Pick<Ctx, 'now'>, step: Step) => ({
  whose: step.whose,
  thirdParty: thirdPartyOf(step),
  nextStep: step.nextStep,
  movedAt: now,
})

const noMove = { whose: null, thirdParty: null, nextStep: null, movedAt: null }

/** Who that is matters only where it is neither the client nor the firm. */
const thirdPartyOf = ({ whose, thirdParty }: Step) => (whose === 'third_party' ? (thirdParty ?? null) : null)

const kinds: Record<CaseAct, CaseEventKind> = {
  open: 'opened',
  reject: 'rejected',
  move: 'moved',
  note: 'noted',
  close: 'closed',
  reopen: 'reopened',
}

interface News {
  kind: CaseEventKind
  words: string | null
  move: Pick<Move, 'whose' | 'thirdParty'> | null
}

/** The other side learns of what happened, and every page that shows the case asks again. */
async function tellOf(ctx: Ctx<Member>, row: CaseRow, news: News) {
  const { clientId, id } = row
  const team = (await listTeam(ctx.db, clientId)).map((person) => person.id)
  const watching = new Set<string>([clientId, ...team, ...(await listAdministrators(ctx.db))])
  for (const person of watching) await ctx.invalidate(person, 'cases')
  if (ctx.actor.id !== clientId) {
    const words = wordsForClient(row, news)
    const link = pathTo(pages.cases, 'case', id)
    return notify(ctx, clientId, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
  }
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const words = wordsForFirm(row, news, `${firstName} ${lastName}`)
  const link = pathTo(pages.firmCases, 'case', id)
  for (const person of team)
    await notify(ctx, person, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
}

const wordsForFirm = ({ title, reference }: CaseRow, { kind }: News, client: string) =>
  kind === 'requested'
    ? { title: 'A client has requested a new case', body: `${client}: ${title} (${reference})` }
    : { title: 'A client has closed their case', body: `${client}: ${title} (${reference})` }

const wordsForClient = ({ title, reference }: CaseRow, { kind, words, move }: News) => ({
  title: titles[kind] ?? (move?.whose === 'client' ? "It's your move" : 'The next step in your case'),
  body: `${title} (${reference})${move ? `. ${moveWords(move)}` : ''}${words ? `: ${words}` : ''}`,
})

const titles: Partial<Record<CaseEventKind, string>> = {
  opened: 'Your case is open',
  rejected: "We couldn't open your case",
  noted: 'An update on your case',
  closed: 'Your case is closed',
  reopened: 'Your case is open again',
}
