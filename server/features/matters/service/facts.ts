import { isDeepStrictEqual } from 'node:util'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { dayText } from '#contract/kit/day.ts'
import { type Input, yearWords } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { dateName, isPlausibleKeyDate, type MatterFacts, scopeNames } from '#contract/matters/facts.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import {
  claimStaff,
  handClient,
  insertNamedOn,
  listTeam,
  seesClient,
  teams,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { MatterReader, MatterRow } from '../store.ts'
import * as store from '../store.ts'
import { invalidateForFirm, record } from './commands.ts'
import { mergeFacts } from './merged-facts.ts'
import { factsOf } from './shown-matter.ts'

/**
 * Saves the firm's data on a matter. Changes that the client may see are added to the timeline. Throws `conflict` if it
 * would replace the person in charge, which is a hand-over, or what a colleague has saved meanwhile, and `invalid` if a
 * new person or team is not at the firm.
 */
export async function saveFacts(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  { id, isByTemplate = true, basedOn, ...wanted }: Input<typeof contract.saveFacts>,
): Promise<MatterRow> {
  const found = await store.claim(ctx.db, reader, id)
  const before = factsOf(found)
  const facts = mergeFacts({ basedOn, stored: before, wanted })
  if (isDeepStrictEqual(before, facts)) return found
  refuseImplausible(facts, before)
  refuseDoubled(facts, before)
  if (before.feeEarnerId !== null && facts.feeEarnerId !== before.feeEarnerId) throw handOverInstead()
  const nameBy = await namesInCharge(ctx, before, facts)
  const teamNames = await namesOfTeams(ctx, before, facts)
  const isOtherCosts = facts.costsEstimate !== before.costsEstimate || facts.costsSoFar !== before.costsSoFar
  const row = await store.update(ctx.db, id, { ...facts, ...(isOtherCosts && { costsAt: ctx.now }) })
  const [earlier, later] = [before, facts].map((lines) => linesOf(lines, { nameBy, teamNames })) as [
    Lines,
    Lines,
  ]
  await audit(ctx, 'case.facts_saved', {
    subjectId: row.clientId,
    details: { reference: row.reference, ...changesOf(earlier, later) },
  })
  const changes = Object.entries(sharedOf(facts, later)).filter(([name, words]) => {
    const known = sharedOf(before, earlier)[name]
    return known !== words && (known !== undefined || words !== none)
  })
  const words = changes.map(([name, text]) => `${name}: ${text}`).join('\n')
  if (words === '') await invalidateForFirm(ctx, row)
  else await record(ctx, row, { kind: 'changed', words, step: null })
  if (facts.feeEarnerId !== before.feeEarnerId) {
    await putInCharge(ctx, row)
    await joinClients(ctx, row)
  }
  const isStarted = isByTemplate && row.status === 'open' && facts.type !== before.type
  await ctx.publish(isStarted ? 'matterStarted' : 'matterChanged', { matterId: row.id })
  return row
}

/** Refuses a new date with a typing error, from which the days of tasks would be counted. */
function refuseImplausible({ dates }: MatterFacts, before: MatterFacts) {
  const isRight = (on: string) => isPlausibleKeyDate(on) || before.dates.some((date) => date.on === on)
  const wrong = dates.flatMap(({ on }, at) => (isRight(on) ? [] : [[`dates.${at}.on`, yearWords]]))
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
}

/**
 * Refuses a second date of one name: due dates are counted from the first of them, and a client would read both. A pair
 * from before this rule stops no other change.
 */
function refuseDoubled({ dates }: MatterFacts, before: MatterFacts) {
  const ofName = (all: MatterFacts['dates'], name: string) =>
    all.filter((date) => nameKey(dateName(date)) === nameKey(name)).length
  const wrong = dates.flatMap((date, at) => {
    const name = dateName(date)
    const isRight = ofName(dates.slice(0, at + 1), name) <= Math.max(1, ofName(before.dates, name))
    const [first = date] = dates.filter((other) => nameKey(dateName(other)) === nameKey(name))
    return isRight ? [] : [[`dates.${at}.${date.kind === 'own' ? 'words' : 'kind'}`, doubledWords(first)]]
  })
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
}

const nameKey = (name: string) => name.trim().toLowerCase()

const doubledWords = (date: MatterFacts['dates'][number]) =>
  `This case has a date called “${dateName(date)}” already. Please change that one, or give this one another name.`

/** Returns the names of the people in charge. A new one has to be at the firm, a previous one may have left. */
async function namesInCharge(ctx: Ctx, before: MatterFacts, { feeEarnerId, supervisorId }: MatterFacts) {
  const known = [before.feeEarnerId, before.supervisorId]
  const ids = [...new Set([feeEarnerId, supervisorId, ...known].filter((id) => id !== null))]
  const staff = await claimStaff(ctx.db, ids)
  const isOfFirm = (id: UserId | null) => id === null || staff.some((person) => person.id === id)
  const wrong = {
    ...(!isOfFirm(feeEarnerId) && !known.includes(feeEarnerId) && { feeEarnerId: notAtFirm }),
    ...(!isOfFirm(supervisorId) && !known.includes(supervisorId) && { supervisorId: notAtFirm }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  return (id: UserId | null) => {
    const person = staff.find((candidate) => candidate.id === id)
    return person ? fullName(person) : id === null ? none : 'someone who has left'
  }
}
/** Returns the names of the old and new team. Throws if the new team no longer exists. */
async function namesOfTeams({ db }: Ctx, before: MatterFacts, { teamId }: MatterFacts) {
  const names = await teams.namesOf(
    db,
    [before.teamId, teamId].filter((id) => id !== null),
  )
  if (teamId && !names.has(teamId))
    throw invalidFields({ teamId: 'This team no longer exists. Please choose another.' })
  return names
}

/** Changing the person in charge involves more than the name, so a hand-over is required. */
const handOverInstead = () => {
  const words = 'Someone is in charge of this case already. Please hand it over instead.'
  return new Problem('conflict', words, { fields: { feeEarnerId: words }, reason: 'hand_over_instead' })
}

const notAtFirm = 'Please choose someone at the firm'
const none = 'none'

const pounds = (pence: number | null) => (pence === null ? none : formatPounds(pence))
type Lines = Record<string, string>
interface Names {
  nameBy: (id: UserId | null) => string
  teamNames: ReadonlyMap<TeamId, string>
}

/** Returns each value as text, by its label. */
const linesOf = (facts: MatterFacts, { nameBy, teamNames }: Names): Lines => ({
  Type: facts.type,
  'Fee earner': nameBy(facts.feeEarnerId),
  Supervisor: nameBy(facts.supervisorId),
  Team: (facts.teamId && teamNames.get(facts.teamId)) ?? none,
  Value: pounds(facts.value),
  'In scope of the money laundering rules': scopeNames[facts.scope],
  'Why in or out of scope': facts.scopeReason || none,
  'Estimate of our costs': pounds(facts.costsEstimate),
  'Costs so far': pounds(facts.costsSoFar),
  ...datesOf(facts.dates),
})

const datesOf = (dates: MatterFacts['dates']) =>
  Object.fromEntries(dates.map((date) => [dateName(date), dayText(date.on)]))

/** Returns the lines that a client may see. */
const sharedOf = (facts: MatterFacts, lines: Record<string, string>): Record<string, string> => {
  const names = ['Type', 'Fee earner', 'Supervisor', 'Estimate of our costs', 'Costs so far']
  return {
    ...Object.fromEntries(names.map((name) => [name, lines[name] ?? none])),
    ...datesOf(facts.dates.filter(({ isShared }) => isShared)),
  }
}

const changesOf = (before: Record<string, string>, after: Record<string, string>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, `${before[name] ?? none} → ${after[name] ?? none}`]),
  )

/**
 * Adds the new person in charge to the teams of the clients whose files are open to the user. If the matter is
 * restricted, they see its rows without that.
 */
async function joinClients(ctx: Ctx<Staff>, { id, feeEarnerId, isRestricted }: MatterRow) {
  if (feeEarnerId === null || isRestricted) return
  for (const { clientId } of await store.listClients(ctx.db, [id])) {
    if (!(await seesClient(ctx.db, ctx.actor, clientId))) continue
    const team = await listTeam(ctx.db, clientId)
    if (!team.some((person) => person.id === feeEarnerId))
      await handClient(ctx, { clientId, fromId: null, toId: feeEarnerId })
  }
}

/** Gives the new person in charge access to the matter, even if it is restricted, and notifies them. */
export async function putInCharge(
  ctx: Ctx<Staff>,
  { id, feeEarnerId, title, reference, isRestricted }: MatterRow,
) {
  if (feeEarnerId === null) return
  if (isRestricted) await insertNamedOn(ctx.db, { matterId: id, memberId: feeEarnerId })
  if (feeEarnerId === ctx.actor.id) return
  await notify(ctx, feeEarnerId, {
    topic: 'cases',
    title: 'You are now in charge of a case',
    body: `${title} (${reference})`,
    inMail: 'You are now in charge of a case.',
    matterId: id,
    link: pathTo(pages.firmMatters, 'case', id),
  })
}
