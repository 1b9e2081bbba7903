import type { UserId } from '#contract/accounts/accounts.ts'
import type { identityReports as contract, IdentityReport, ReportId } from '#contract/identity/reports.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  findClientOf,
  findPersonalDetails,
  invalidateFirmPagesOf,
  nameOfActor,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { findFailingSince } from '#server/platform/connections/store.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { CheckState, NoAnswer } from '#server/platform/ports/identity-reports.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import { before, days, minutes } from '#server/platform/time/durations.ts'
import { dayIn } from '#server/platform/time/zone.ts'
import { failureWords, findConnection, findKeptConnection } from './provider-settings.ts'
import { shown } from './service.ts'
import type { ReportRow } from './store.ts'
import * as store from './store.ts'

const askRate: Limit = { name: 'identityReport', points: 30, duration: 300 }

/**
 * Inserts a row with a state, calls the provider without an open transaction, then stores the settled state. Throws
 * `provider_off` without a provider, and `unavailable` if it does not answer.
 */
export async function askForReport(
  ctx: MultiStepCtx<Staff>,
  { id }: Input<typeof contract.ask>,
): Promise<IdentityReport> {
  await ctx.ports.limits.count(askRate, ctx.actor.id)
  await findClientOf(ctx.read, ctx.actor, id)
  const { identityReports: checker } = ctx.ports
  const connection = await findConnection(ctx.read, ctx.ports)
  if (connection === null) throw providerOff()
  const { row, person } = await ctx.transaction((step) => begin(step, id))
  const answer = await noted(ctx.ports, checker.begin(connection, person))
  const settled = await ctx.transaction(async (step) => {
    const claimed = await store.claim(step.db, row.id)
    if (claimed?.status !== 'starting') return claimed
    if (!('failure' in answer))
      return store.update(step.db, row.id, { status: 'open', reference: answer.reference, url: answer.url })
    // The check may have started at the provider. Nobody was sent to it, so another one can be started.
    const isUnsure = answer.failure === 'unreachable' || answer.failure === 'unreadable'
    if (isUnsure) return store.update(step.db, row.id, { status: 'unknown', settledAt: step.now })
    return store.remove(step.db, { clientId: row.clientId, id: row.id })
  })
  await ctx.transaction((step) => invalidateFirmPagesOf(step, row.clientId, 'identity'))
  if ('failure' in answer)
    throw new Problem('unavailable', failureWords(checker.name, answer.failure), {
      reason: `provider_${answer.failure}`,
      retryAfter: 60,
    })
  return shown(settled ?? row)
}

/** Says how the provider answered, for the health; that it was asked too often is no fault of its own. */
async function noted<A extends object>(
  { connections }: Pick<Ports, 'connections'>,
  asking: Promise<A | NoAnswer>,
) {
  const answer = await asking.catch((): NoAnswer => ({ failure: 'unreachable' }))
  if (!('failure' in answer)) connections.identity.answered()
  else if (answer.failure !== 'too_many') connections.identity.failed(answer.failure)
  return answer
}

async function begin(ctx: Ctx<Staff>, id: UserId) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  await store.holdClient(ctx.db, client.id)
  const running = (await store.listOf(ctx.db, client.id)).some(
    ({ status }) => status === 'starting' || status === 'open',
  )
  if (running)
    throw new Problem('conflict', 'A check of this client is already waiting. Please finish it first.', {
      reason: 'check_running',
    })
  const { dateOfBirth } = await findPersonalDetails(ctx.db, client.id)
  const provider = ctx.ports.identityReports.name
  const row = await store.insert(ctx.db, {
    id: newId<ReportId>(),
    clientId: client.id,
    status: 'starting',
    source: 'asked',
    provider,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
    at: ctx.now,
  })
  await audit(ctx, 'identity_report.asked', { subjectId: client.id, details: { provider } })
  const { firstName, lastName } = client
  return { row, person: { firstName, lastName, dateOfBirth: dateOfBirth || null } }
}

const providerOff = () =>
  new Problem('conflict', 'No provider of identity checks is set up. You can upload a report instead.', {
    reason: 'provider_off',
  })

const secretGone = (name: string) =>
  new Problem(
    'conflict',
    `The portal has no secret for ${name} any more, so it can't ask how this check stands. An administrator can enter it again under Integrations.`,
    { reason: 'provider_off' },
  )

/**
 * Asks the provider now, instead of waiting for the job that runs every few minutes. Throws `unavailable` if it does
 * not answer.
 */
export async function lookAtReport(
  ctx: MultiStepCtx<Staff>,
  { id, reportId }: Input<typeof contract.look>,
): Promise<IdentityReport> {
  await ctx.ports.limits.count(askRate, ctx.actor.id)
  const client = await findClientOf(ctx.read, ctx.actor, id)
  const row = await store.get(ctx.read, { clientId: client.id, id: reportId })
  if (row.status !== 'open') return shown(row)
  const { identityReports: checker } = ctx.ports
  const connection = await findKeptConnection(ctx.read, ctx.ports)
  if (connection === null) throw secretGone(checker.name)
  const answer = await noted(ctx.ports, checker.find(connection, row.reference))
  if ('failure' in answer)
    throw new Problem('unavailable', failureWords(checker.name, answer.failure), {
      reason: `provider_${answer.failure}`,
      retryAfter: 60,
    })
  return ctx.transaction(async (step) => shown((await settle(step, row.id, answer)) ?? row))
}

/** Stores what the provider reports. A second caller changes nothing. */
async function settle(ctx: Ctx, id: ReportId, state: CheckState): Promise<ReportRow | null> {
  const row = await store.claim(ctx.db, id)
  if (row?.status !== 'open' || state.status === 'open') return row
  const said = state.status === 'reported' ? { result: state.result, steps: state.steps } : {}
  const checkedOn = state.status === 'reported' ? dayIn('Europe/London', ctx.now) : null
  const settled = await store.update(ctx.db, id, {
    ...said,
    status: state.status,
    checkedOn,
    url: null,
    settledAt: ctx.now,
  })
  const { clientId, provider, reference, byId } = row
  await audit(ctx, 'identity_report.settled', {
    subjectId: clientId,
    details: { provider, reference, status: state.status },
  })
  await invalidateFirmPagesOf(ctx, clientId, 'identity')
  await notify(ctx, byId, {
    topic: 'documents',
    title:
      state.status === 'reported' ? `A report by ${provider} has arrived` : `A check by ${provider} ended`,
    body:
      state.status === 'reported'
        ? 'Please read it and decide. The portal makes no decision from it.'
        : 'It ended without a report. You can start another one.',
    inMail: `There's news of an identity check by ${provider}.`,
    link: clientPath(clientId),
  })
  return settled
}

/** After this time, no request is waiting for a response any more. */
const overdue = minutes(1)
/** After this time the check ends, and a person has to ask the client again. */
const openFor = days(30)
const enough = 3

/** Asks about every unfinished check. After three unanswered requests the provider counts as down. */
export async function followReports({ read, ports, clock, transaction }: JobContext) {
  const now = clock()
  const connection = await findKeptConnection(read, ports)
  // What did not answer is asked for a token, which costs nothing: so the health hears that it is well again.
  if (connection !== null && (await findFailingSince(read, 'identity')) !== null)
    await noted(ports, ports.identityReports.test(connection))
  let unanswered = 0
  for (const row of await store.listUnsettled(read, before(now, overdue))) {
    if (row.status === 'starting') {
      await transaction((ctx) => forget(ctx, row.id))
      continue
    }
    if (row.at < before(now, openFor)) {
      await transaction((ctx) => settle(ctx, row.id, { status: 'ended' }))
      continue
    }
    if (connection === null || unanswered >= enough) continue
    const answer = await noted(ports, ports.identityReports.find(connection, row.reference))
    if ('failure' in answer) unanswered += 1
    else await transaction((ctx) => settle(ctx, row.id, answer))
  }
}

/** Marks the check as unknown, because the process that started it is gone and its response is lost. */
async function forget(ctx: Ctx, id: ReportId) {
  const row = await store.claim(ctx.db, id)
  if (row?.status !== 'starting') return
  await store.update(ctx.db, id, { status: 'unknown', settledAt: ctx.now })
  await invalidateFirmPagesOf(ctx, row.clientId, 'identity')
}
