import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { byteOrderMark, csvLine } from '#contract/kit/text.ts'
import { type numbers as contract, type Numbers, type Period, tableOf } from '#contract/numbers.ts'
import { clientScopeOf, numbers as clients, namesOf } from '#server/features/accounts/service.ts'
import { numbers as documents } from '#server/features/documents/service.ts'
import { countOpenMatters } from '#server/features/matters/service.ts'
import { answerTimes, countUnanswered } from '#server/features/messages/service.ts'
import { fileScopeOf, numbers as tasks } from '#server/features/tasks/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, Staff } from '#server/platform/ctx.ts'
import type { TimesRow } from '#server/platform/db/times.ts'
import { edgeAt, plusDays } from '#server/platform/time/zone.ts'

const zone = 'Europe/London'

/** Returns the time from the first midnight of the period to the one after its last day. */
const spanOf = ({ from, to }: Period) => ({
  from: edgeAt(zone, { day: from, minutes: 0 }),
  until: edgeAt(zone, { day: plusDays(to, 1), minutes: 0 }),
})

type Reader = Pick<Ctx<Staff>, 'db' | 'actor'>

/** Counts only the clients and cases that the user may see. */
export async function showNumbers(ctx: Reader, period: Input<typeof contract.show>): Promise<Numbers> {
  const { db, actor } = ctx
  const span = spanOf(period)
  const visible = clientScopeOf(db, actor)
  const files = fileScopeOf(db, visible)
  const [onboarding, answers] = [
    await tasks.onboardingTimes(db, { ...visible, clients: clients.withoutGuests(db, actor) }, span),
    await answerTimes(db, visible.clients, span),
  ]
  return {
    onboarding: timesIn(onboarding),
    stops: await stopsOf(ctx, span),
    doubts: {
      documents: await documents.countSent(db, files, span),
      checks: await documents.countFailedChecks(db, files, span),
    },
    answers: { ...timesIn(answers), unanswered: await countUnanswered(db, visible.clients, span) },
    load: await loadOf(ctx),
  }
}

const none = { count: 0, median: null, ninetieth: null }

const timesIn = (rows: readonly TimesRow[]) => {
  const months = rows.flatMap(({ month, ...times }) => (month === null ? [] : [{ month, ...times }]))
  const { month: _, ...all } = rows.find(({ month }) => month === null) ?? { month: null, ...none }
  return { months, all }
}

async function stopsOf({ db, actor }: Reader, span: ReturnType<typeof spanOf>): Promise<Numbers['stops']> {
  const { neverSeen, inConversation } = await clients.countBeforeTasks(db, actor, span)
  const next = await tasks.countNextTasks(db, {
    ...clientScopeOf(db, actor),
    clients: clients.joinedAndOnboarded(db, actor, span),
  })
  return [
    { name: 'Has never signed in', clients: neverSeen },
    { name: 'In the first conversation', clients: inConversation },
    ...next,
  ].filter((stop) => stop.clients > 0)
}

type Counted = { personId: UserId | null; count: number }[]

async function loadOf(ctx: Reader): Promise<Numbers['load']> {
  const { db, actor } = ctx
  const counts: Record<'clients' | 'cases' | 'documents', Counted> = {
    clients: await clients.countByFeeEarner(db, actor),
    cases: await countOpenMatters(ctx, clients.responsibleFor),
    documents: await documents.countWaitingBy(
      db,
      fileScopeOf(db, clientScopeOf(db, actor)),
      clients.responsibleFor,
    ),
  }
  const ids = [...new Set(Object.values(counts).flatMap((rows) => rows.map(({ personId }) => personId)))]
  const people = await namesOf(
    db,
    ids.filter((id) => id !== null),
  )
  const countOf = (rows: Counted, id: UserId | null) =>
    rows.find(({ personId }) => personId === id)?.count ?? 0
  return ids
    .map((id) => {
      const person = id && people.get(id)
      return {
        name: person ? fullName(person) : id === null ? 'No one yet' : 'Someone who has left',
        clients: countOf(counts.clients, id),
        cases: countOf(counts.cases, id),
        documents: countOf(counts.documents, id),
      }
    })
    .sort((a, b) => b.clients - a.clients || a.name.localeCompare(b.name))
}

export async function tableFile(
  ctx: Ctx<Staff>,
  { table, ...period }: Input<typeof contract.tableFile>,
): Promise<FileAnswer> {
  const { header, rows } = tableOf(await showNumbers(ctx, period), table)
  return {
    type: 'text/csv; charset=utf-8',
    filename: `${table}-${period.from}-to-${period.to}.csv`,
    isAttachment: true,
    tag: newId(),
    make: async () => Buffer.from(byteOrderMark + [header, ...rows].map(csvLine).join('')),
  }
}
