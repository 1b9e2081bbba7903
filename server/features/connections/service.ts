import { isDeepStrictEqual } from 'node:util'
import type { ConnectionName, Connections, connections as contract } from '#contract/connections.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { confirmPassword, getAccount } from '#server/features/accounts/service.ts'
import { findFirm, getSecret } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { closedAddresses } from '#server/platform/connections/closed-address.ts'
import type { ConnectionState } from '#server/platform/connections/connections.ts'
import { kindOf } from '#server/platform/connections/kinds.ts'
import * as store from '#server/platform/connections/store.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { notifyOfChange } from './service/notify-of-change.ts'
import { refuseLosing } from './service/refuse-losing.ts'
import { type Ports, shown } from './service/show-connections.ts'
import { parted, refuseFaulty, withKept } from './service/typed-settings.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const testRate: Limit = { name: 'connectionTest', points: 30, duration: 300 }

const refuseClosed = ({ isPublicDemo }: Ports) => {
  if (isPublicDemo)
    throw new Problem(
      'conflict',
      'This is a demo, and everyone knows its passwords, so nothing can be connected or tested here.',
      { reason: 'demo' },
    )
}

async function keptOf({ read, ports }: Pick<MultiStepCtx, 'read' | 'ports'>, name: ConnectionName) {
  const kept = (await ports.connections.listKept(read)).find((state) => state.name === name)
  return kept as ConnectionState
}

const refuseFixed = ({ isFixed }: ConnectionState) => {
  if (isFixed)
    throw new Problem(
      'conflict',
      'This was set where the portal was started, and can only be changed there.',
      {
        reason: 'fixed',
      },
    )
}

export async function saveConnection(
  ctx: MultiStepCtx<Staff>,
  { settings: typed, password }: Requested<'save'>,
): Promise<Connections> {
  const { connections } = ctx.ports
  const { name } = typed
  refuseClosed(ctx.ports)
  const kept = await keptOf(ctx, name)
  refuseFixed(kept)
  await confirmPassword(ctx, password, 'password')
  const { settings, taken } = withKept(typed, kept.settings)
  await refuseFaulty(settings, kept.settings)
  if (settings.name === 'files') await refuseLosing(ctx, kept, settings)
  const facts = await kindOf(name).facts(settings)
  await ctx.transaction(async (step) => {
    const before = await store.claim(step.db, name)
    refuseOvertaken(before, kept)
    const times = Object.keys(parted(name, settings).secret).map((field) => [
      field,
      taken.includes(field) && before?.secretsSetAt[field]
        ? before.secretsSetAt[field]
        : step.now.toISOString(),
    ])
    await store.update(step.db, name, {
      sealedSettings: connections.sealed(settings),
      secretsSetAt: Object.fromEntries(times),
      changedAt: step.now,
      changedById: step.actor.id,
    })
    const details = { connection: name, to: facts.join('; ') }
    await audit(step, 'connection.changed', { subjectId: null, details })
    await notifyOfChange(step, name, { facts: facts.join('; '), before: before?.sealedSettings ?? null })
    await lookNow(step)
  })
  await connections.refresh()
  if (settings.name === 'files') await ctx.ports.files.belongTo(await installationOf(ctx))
  return shown(ctx.read, ctx.ports)
}

/** Asks the connections whose state is not known or bad, so that what waits for one does not wait for the next look. */
const lookNow = (ctx: Ctx) => ctx.enqueue('lookAtConnections', {}, { key: 'lookAtConnections' })

/** Refreshes the pages, and publishes to whatever waits, that a connection answers again. */
export async function publishAnswer(ctx: Ctx, name: ConnectionName) {
  await ctx.invalidate(everyone, 'connections')
  await ctx.publish('connectionAnswered', { name })
}

/** Throws if somebody else has changed the connection since it was read, because the earlier checks no longer apply. */
const refuseOvertaken = (now: store.ConnectionRow | null, kept: ConnectionState) => {
  if ((now?.sealedSettings ?? null) !== (kept.row?.sealedSettings ?? null))
    throw new Problem('conflict', 'Someone else has just changed this. Please look at it again.', {
      reason: 'overtaken',
    })
}

export async function disconnect(
  ctx: MultiStepCtx<Staff>,
  { name, password }: Requested<'disconnect'>,
): Promise<Connections> {
  refuseClosed(ctx.ports)
  const kept = await keptOf(ctx, name)
  refuseFixed(kept)
  await confirmPassword(ctx, password, 'password')
  if (name === 'files') await refuseLosing(ctx, kept, null)
  await ctx.transaction(async (step) => {
    const before = await store.claim(step.db, name)
    refuseOvertaken(before, kept)
    if (before?.sealedSettings === undefined || before.sealedSettings === null) return
    const forgotten = { sealedSettings: null, secretsSetAt: {} }
    await store.update(step.db, name, { ...forgotten, changedAt: step.now, changedById: step.actor.id })
    await audit(step, 'connection.removed', { subjectId: null, details: { connection: name } })
    await notifyOfChange(step, name, { facts: null, before: before.sealedSettings })
  })
  await ctx.ports.connections.refresh()
  return shown(ctx.read, ctx.ports)
}

/**
 * Tests the settings in the form, or the current ones. Nothing is saved. Throws `unprocessable` if nothing is connected
 * or typed.
 */
export async function testConnection(
  ctx: MultiStepCtx<Staff>,
  { name, settings: typed, sendsMail = false }: Requested<'test'>,
) {
  refuseClosed(ctx.ports)
  if (typed && typed.name !== name) throw invalidFields({ name: 'Please name what is tested' })
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await keptOf(ctx, name)
  const settings =
    typed === undefined || kept.isFixed ? kept.settings : withKept(typed, kept.settings).settings
  if (settings === null)
    throw new Problem('unprocessable', 'Nothing is connected yet, so there is nothing to test.', {
      reason: 'not_connected',
    })
  if (!kept.isFixed) await refuseFaulty(settings, kept.settings)
  const facts = (await kindOf(name).facts(settings)).join('; ')
  await ctx.transaction((step) =>
    audit(step, 'connection.tested', { subjectId: null, details: { connection: name, at: facts } }),
  )
  const context = await testContextOf(ctx, sendsMail && name === 'mail')
  const guard = kept.isFixed ? null : closedAddresses
  const checks = await kindOf(name).test(settings, { ...context, guard })
  // Its card says so, and what waits for it goes on, without waiting for the next look.
  if (kept.settings !== null && isDeepStrictEqual(settings, kept.settings)) await ctx.transaction(lookNow)
  return checks
}

async function testContextOf(ctx: MultiStepCtx<Staff>, sendsMail = false) {
  const { name: firmName } = await findFirm(ctx.read)
  const { host } = new URL(ctx.ports.origin)
  return {
    now: ctx.now,
    to: sendsMail ? (await getAccount(ctx.read, ctx.actor.id)).email : null,
    firmName,
    messageId: `<${newId()}@${host}>`,
    installation: await installationOf(ctx),
  }
}

const installationOf = ({ read }: Pick<MultiStepCtx, 'read'>) => getSecret(read, 'installation_id')
