import { canDo, type MatterCommand, matterRules, refusalOf } from '#contract/matter-states.ts'
import {
  assigneeWords,
  type MatterEventKind,
  type MatterId,
  type NextAction,
  type Step,
} from '#contract/matters.ts'
import { fullName } from '#contract/names.ts'
import { pages, pathTo } from '#contract/pages.ts'
import { Problem } from '#contract/problem.ts'
import { getAccount, listAdministrators, listTeam } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { MatterRow, Owners } from './store.ts'
import * as store from './store.ts'

interface CommandInput {
  id: MatterId
  owners: Owners
  command: MatterCommand
  step?: Step
  /** The reason, or the note. */
  words?: string
}

/**
 * Carries out one command on a matter; of two at once, one comes second. Throws `conflict` where the rules do not
 * allow it as the matter stands now.
 */
export async function runCommand(
  ctx: Ctx<Member>,
  { id, owners, command, step, words }: CommandInput,
): Promise<MatterRow> {
  const found = await store.claim(ctx.db, owners, id)
  const side = ctx.actor.role === 'client' ? 'client' : 'firm'
  if (!canDo(command, found, side))
    throw new Problem('conflict', refusalOf(command, found.status), { reason: `case_${found.status}` })
  const status = matterRules[command].to ?? found.status
  const row = await store.update(ctx.db, id, {
    status,
    ...(status === 'open' ? {} : noNextAction),
    ...(step && nextActionOf(ctx, step)),
    reason: command === 'reject' ? words : status === 'rejected' ? found.reason : null,
    closedAt: command === 'close' ? ctx.now : status === 'closed' ? found.closedAt : null,
  })
  await record(ctx, row, { kind: kinds[command], words: step?.nextStep ?? words ?? null, step: step ?? null })
  return row
}

interface NewEvent {
  kind: MatterEventKind
  words: string | null
  step: Step | null
}

/** Adds an event to the timeline, and notifies whom it concerns. */
export async function record(ctx: Ctx<Member>, row: MatterRow, { kind, words, step }: NewEvent) {
  const { firstName, lastName } = await getAccount(ctx.db, ctx.actor.id)
  const move = step && { whose: step.whose, thirdParty: thirdPartyOf(step) }
  await store.insertEvent(ctx.db, {
    id: newId(),
    matterId: row.id,
    kind,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: fullName({ firstName, lastName }),
    isOfFirm: ctx.actor.role !== 'client',
    words,
    assignee: step?.whose ?? null,
    thirdParty: step && thirdPartyOf(step),
  })
  await audit(ctx, `case.${kind}`, { subjectId: row.clientId, details: { reference: row.reference } })
  await notifyOthers(ctx, row, { kind, words, move })
}

export const nextActionOf = ({ now }: Pick<Ctx, 'now'>, step: Step) => ({
  assignee: step.whose,
  thirdParty: thirdPartyOf(step),
  nextStep: step.nextStep,
  assignedAt: now,
})

const noNextAction = { assignee: null, thirdParty: null, nextStep: null, assignedAt: null }

/** Who that is matters only where it is neither the client nor the firm. */
const thirdPartyOf = ({ whose, thirdParty }: Step) => (whose === 'third_party' ? (thirdParty ?? null) : null)

const kinds: Record<MatterCommand, MatterEventKind> = {
  open: 'opened',
  reject: 'rejected',
  move: 'moved',
  note: 'noted',
  close: 'closed',
  reopen: 'reopened',
}

interface News {
  kind: MatterEventKind
  words: string | null
  move: Pick<NextAction, 'whose' | 'thirdParty'> | null
}

/** The other side learns of what happened, and every page that shows the matter asks again. */
async function notifyOthers(ctx: Ctx<Member>, row: MatterRow, news: News) {
  const { clientId, id } = row
  const team = (await listTeam(ctx.db, clientId)).map((person) => person.id)
  const watching = new Set<string>([clientId, ...team, ...(await listAdministrators(ctx.db))])
  for (const person of watching) await ctx.invalidate(person, 'cases')
  if (ctx.actor.id !== clientId) {
    const words = wordsForClient(row, news)
    const link = pathTo(pages.matters, 'case', id)
    return notify(ctx, clientId, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
  }
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const words = wordsForFirm(row, news, fullName({ firstName, lastName }))
  const link = pathTo(pages.firmMatters, 'case', id)
  for (const person of team)
    await notify(ctx, person, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
}

const wordsForFirm = ({ title, reference }: MatterRow, { kind }: News, client: string) =>
  kind === 'requested'
    ? { title: 'A client has requested a new case', body: `${client}: ${title} (${reference})` }
    : { title: 'A client has closed their case', body: `${client}: ${title} (${reference})` }

const wordsForClient = ({ title, reference }: MatterRow, { kind, words, move }: News) => ({
  title: titles[kind] ?? (move?.whose === 'client' ? "It's your move" : 'The next step in your case'),
  body: `${title} (${reference})${move ? `. ${assigneeWords(move)}` : ''}${words ? `: ${words}` : ''}`,
})

const titles: Partial<Record<MatterEventKind, string>> = {
  opened: 'Your case is open',
  rejected: "We couldn't open your case",
  noted: 'An update on your case',
  closed: 'Your case is closed',
  reopened: 'Your case is open again',
}
