import type { identityProvider as contract, IdentityProviderSettings } from '#contract/identity/reports.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import {
  claimByPassword,
  confirmChange,
  confirmPassword,
  listHoldersOf,
  nameOfActor,
} from '#server/features/accounts/service.ts'
import { notifyOthers } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { findFailingSince, forgetNotes } from '#server/platform/connections/store.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { IdentityConnection, IdentityFailure } from '#server/platform/ports/identity-reports.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import * as store from './store.ts'

const testRate: Limit = { name: 'identityProviderTest', points: 10, duration: 600 }
const place = 'identity_provider:secret'

type Doors = Pick<Ports, 'identityReports' | 'secrets' | 'isDemo'>

/**
 * Returns the connection for requesting reports, or null if none is on. Always null in a demo, because everybody knows
 * its passwords.
 */
export async function findConnection(db: Db, ports: Doors): Promise<IdentityConnection | null> {
  if (ports.isDemo) return null
  const { isOn, connection } = await findKept(db, ports)
  return isOn ? connection : null
}

/** Returns the connection even while it is switched off, so that checks already started are followed. */
export const findKeptConnection = async (db: Db, ports: Doors) => (await findKept(db, ports)).connection

async function findKept(db: Db, { identityReports: { fixed }, secrets }: Doors) {
  if (fixed) return { isOn: true, isFixed: true, row: fixed, connection: fixed }
  const kept = await store.findProvider(db)
  const { region = 'eu', clientId = '', journey = '', sealedSecret = null, isOn = false } = kept ?? {}
  const clientSecret = sealedSecret === null ? null : secrets.open(sealedSecret, place)
  const row = { region, clientId, journey, clientSecret }
  const connection =
    clientSecret === null || clientId === '' || journey === '' ? null : { ...row, clientSecret }
  return { isOn, isFixed: false, row, connection }
}

export async function showSettings({
  db,
  ports,
}: Pick<Ctx, 'db' | 'ports'>): Promise<IdentityProviderSettings> {
  const { isOn, isFixed, row } = await findKept(db, ports)
  return {
    provider: ports.identityReports.name,
    isOn: isOn && !ports.isDemo,
    isFixed,
    isDemo: ports.isDemo,
    region: row.region,
    clientId: row.clientId,
    journey: row.journey,
    hasSecret: row.clientSecret !== null,
  }
}

/**
 * Saves the settings. A change could send clients to somebody else's checks, so it needs the password. Throws `fixed`
 * where they were set at the start, and `conflict` if a demo is to be switched on.
 */
export async function saveSettings(ctx: MultiStepCtx<Staff>, wanted: Input<typeof contract.save>) {
  const kept = await findKept(ctx.read, ctx.ports)
  const { name } = ctx.ports.identityReports
  if (kept.isFixed) throw isFixedElsewhere()
  if (wanted.isOn && ctx.ports.isDemo)
    throw new Problem('conflict', 'The demo asks for no reports, because everyone knows its passwords.', {
      reason: 'demo',
    })
  const { isOn, region, clientId, journey } = wanted
  const clientSecret = secretFor(wanted, kept.row)
  if (isOn) refuseIncomplete({ region, clientId, journey, clientSecret })
  const { row } = kept
  const isKeyChange = clientSecret !== row.clientSecret || clientId !== row.clientId
  const isChange = isKeyChange || region !== row.region || journey !== row.journey || isOn !== kept.isOn
  const shown = isChange
    ? await confirmChange(ctx, wanted.currentPassword, `change the ${name} settings`)
    : null
  return ctx.transaction(async (step) => {
    if (shown) await claimByPassword(step, shown)
    const sealedSecret = clientSecret && step.ports.secrets.seal(clientSecret, place)
    await forgetNotes(step.db, 'identity')
    await store.saveProvider(step.db, { isOn, region, clientId, journey, sealedSecret })
    const details = { provider: name, isOn: String(isOn), region, journey }
    await audit(step, 'identity_provider.changed', { subjectId: null, details })
    await step.invalidate(everyone, 'identity')
    if (isChange)
      await notifyOthers(step, await listHoldersOf(step.db, 'settings.manage'), {
        topic: 'account',
        title: 'The provider of identity checks has changed',
        body: `${await nameOfActor(step)} changed the ${name} settings. Checks there are ${isOn ? 'offered' : 'no longer offered'}. If you didn’t expect this, ask them at once.`,
        inMail: 'The settings for identity checks by a provider have changed.',
        link: `${pages.integrations}?tab=identity`,
      })
    return showSettings(step)
  })
}

const isFixedElsewhere = () =>
  new Problem(
    'conflict',
    'The connection was set where the portal was started, and can only be changed there.',
    { reason: 'fixed' },
  )

/**
 * Forgets the secret, and switches the provider off. Checks that wait stay as they are until it is entered again.
 * Throws `fixed` where it was set at the start, and `unfinished` if checks wait and `leavesUnfinished` is not given.
 */
export async function removeSecret(
  ctx: MultiStepCtx<Staff>,
  { password, leavesUnfinished = false }: SecretRemoval,
) {
  const { name, fixed } = ctx.ports.identityReports
  if (fixed) throw isFixedElsewhere()
  const kept = await findKept(ctx.read, ctx.ports)
  const waiting = kept.connection === null ? 0 : await store.countOpen(ctx.read)
  if (waiting > 0 && !leavesUnfinished) throw unfinished(name, waiting)
  const shown = await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    const { row } = await findKept(step.db, step.ports)
    if (row.clientSecret === null) return showSettings(step)
    const { region, clientId, journey } = row
    await forgetNotes(step.db, 'identity')
    await store.saveProvider(step.db, { isOn: false, region, clientId, journey, sealedSecret: null })
    const details = { provider: name, ...(waiting > 0 && { left: String(waiting) }) }
    await audit(step, 'identity_provider.secret_removed', { subjectId: null, details })
    await step.invalidate(everyone, 'identity')
    await notifyOthers(step, await listHoldersOf(step.db, 'settings.manage'), {
      topic: 'account',
      title: `The secret of ${name} has been removed`,
      body: `${await nameOfActor(step)} removed it. Checks there can no longer be started. If you didn’t expect this, ask them at once.`,
      inMail: 'The secret for identity checks by a provider has been removed.',
      link: `${pages.integrations}?tab=identity`,
    })
    return showSettings(step)
  })
}

const unfinished = (name: string, count: number) => {
  const [checks, them, they] =
    count === 1
      ? ['1 check is', 'its report', 'It waits']
      : [`${count} checks are`, 'their reports', 'They wait']
  return new Problem(
    'conflict',
    `${checks} still waiting for a client at ${name}, and without the secret the portal can't fetch ${them}. ${they} for up to 30 days until it is entered again.`,
    { reason: 'unfinished' },
  )
}

/** A stored secret is only used with the client ID it belongs to. */
const secretFor = (
  typed: Pick<Input<typeof contract.save>, 'clientId' | 'clientSecret'>,
  kept: { clientId: string; clientSecret: string | null },
) => typed.clientSecret || (typed.clientId === kept.clientId ? kept.clientSecret : null)

type Given = Omit<IdentityConnection, 'clientSecret'> & { clientSecret: string | null }

function refuseIncomplete(given: Given): asserts given is IdentityConnection {
  const words: [keyof Given, string][] = [
    ['clientId', 'Please enter the client ID'],
    ['clientSecret', 'Please enter the client secret'],
    ['journey', 'Please enter the resource ID of the journey'],
  ]
  const fields = Object.fromEntries(words.filter(([name]) => !given[name]))
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

/** Tests the settings by requesting an access token. Starting a journey would cost money, and have no client. */
export async function testSettings(ctx: MultiStepCtx<Staff>, settings: Input<typeof contract.test>) {
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await findKept(ctx.read, ctx.ports)
  const { name } = ctx.ports.identityReports
  const given: Given = kept.isFixed ? kept.row : { ...settings, clientSecret: secretFor(settings, kept.row) }
  refuseIncomplete(given)
  const answer = await ctx.ports.identityReports.test(given)
  if ('failure' in answer) return { state: 'bad' as const, words: failureWords(name, answer.failure) }
  return {
    state: 'good' as const,
    words: `${name} accepts the client ID and secret. Whether the journey exists shows itself with the first check.`,
  }
}

/** For the health: only while reports are asked for at all. */
export async function listWarnings({ read, ports }: Pick<JobContext, 'read' | 'ports'>): Promise<string[]> {
  if ((await findConnection(read, ports)) === null) return []
  if ((await findFailingSince(read, 'identity')) === null) return []
  const { name } = ports.identityReports
  return [
    `${name} doesn't answer, or refuses its client ID, so no identity check can be started there. Reports can still be uploaded. Check it under Integrations.`,
  ]
}

export const failureWords = (name: string, failure: IdentityFailure): string =>
  ({
    refused: `${name} doesn't accept the client ID or its secret. An administrator can change them under Integrations.`,
    unknown_journey: `${name} has no such journey, or it asks for something else. An administrator can change it under Integrations.`,
    too_many: `${name} has been asked too often. Please try again in a few minutes.`,
    unreachable: `${name} doesn't answer at the moment. Please try again later.`,
    unreadable: `${name} answered in a way the portal doesn't understand. Please try again later.`,
  })[failure]
