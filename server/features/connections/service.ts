import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type ConnectionName,
  type ConnectionStanding,
  type Connections,
  type connections as contract,
  filesCountedAtMost,
} from '#contract/connections.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { confirmPassword, getAccount, listHoldersOf, namesOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm, getSecret } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { type ConnectionState, failureOf } from '#server/platform/connections/connections.ts'
import { kindOf } from '#server/platform/connections/kinds.ts'
import * as store from '#server/platform/connections/store.ts'
import type { TestContext } from '#server/platform/connections/test-connection.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone, signal } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { refuseLosing } from './refuse-losing.ts'
import { parted, refuseFaulty, withKept } from './typed-settings.ts'

type Ports = Pick<Ctx['ports'], 'connections' | 'files' | 'isPublicDemo'>
type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const testRate: Limit = { name: 'connectionTest', points: 30, duration: 300 }

/** The name of each connection within a sentence. */
const called: Record<ConnectionName, string> = {
  mail: 'mail server',
  files: 'storage for files',
  scanner: 'virus scanner',
  timeStamps: 'time-stamp authority',
  seal: 'certificate for seals',
  model: 'language model',
}

export const listConnections = ({ db, ports }: Pick<Ctx, 'db' | 'ports'>) => shown(db, ports)

async function shown(db: Db, { connections, files, isPublicDemo }: Ports): Promise<Connections> {
  const kept = await connections.listKept(db)
  const changers = await namesOf(
    db,
    kept.flatMap(({ row }) => row?.changedById ?? []),
  )
  const nameOf = (id: NonNullable<ConnectionState['row']>['changedById'] | undefined) => {
    const name = id && changers.get(id)
    return name ? fullName(name) : null
  }
  const standings = kept.map((state) =>
    standingOf(state, { changedBy: nameOf(state.row?.changedById), files }),
  )
  return { isClosed: isPublicDemo, connections: await Promise.all(standings) }
}

async function standingOf(
  connection: ConnectionState,
  { changedBy, files }: Pick<Ports, 'files'> & { changedBy: string | null },
): Promise<ConnectionStanding> {
  const { name, isFixed, settings, isUnreadable, row } = connection
  const isSet = settings !== null || isUnreadable
  const { secret, plain } = parted(name, settings)
  const timeOf = (field: string) => {
    const at = isFixed ? undefined : row?.secretsSetAt[field]
    return at === undefined ? null : z.coerce.date().parse(at)
  }
  const failure = failureOf(connection)
  return {
    name,
    state: !isSet ? 'built_in' : failure === null ? 'connected' : 'failing',
    isFixed,
    facts: settings === null ? [] : await kindOf(name).facts(settings),
    values: plain,
    secrets: Object.keys(secret).map((field) => ({ field, setAt: timeOf(field) })),
    filesLeft:
      settings?.name === 'files' && settings.newFiles === 'bucket'
        ? await files.countBefore(filesCountedAtMost)
        : null,
    failingSince: isSet ? (row?.failingSince ?? null) : null,
    failure: failure?.words ?? null,
    failureDetail: failure?.detail ?? null,
    answeredAt: isSet ? (row?.answeredAt ?? null) : null,
    changedAt: row?.changedAt ?? null,
    changedBy,
  }
}

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

interface Change {
  /** Where it leads now; null where nothing is connected any more. */
  facts: string | null
  /** The sealed settings that were in use. */
  before: string | null
}

/** Whoever has pointed the mail at a server of their own could keep the warning: it goes by the one before as well. */
const warnBy = (ctx: Ctx<Staff>, person: UserId, before: string) =>
  ctx.publish('mailDue', {
    to: person,
    subject: 'The portal’s mail server has changed',
    paragraphs: [
      'The portal sends its emails another way from now on. This email still came by the mail server used before.',
      'If you didn’t expect this, ask your other administrators at once.',
    ],
    action: { label: 'Open Integrations', path: `${pages.integrations}?tab=connections` },
    event: `mail-server:${newId()}`,
    via: before,
  })

/** Signals all nodes, refreshes all open pages, and notifies the others who may change connections. */
async function notifyOfChange(ctx: Ctx<Staff>, name: ConnectionName, { facts, before }: Change) {
  await signal(ctx.db, { kind: 'connections' })
  // Every page knows whether the portal sends email.
  await ctx.invalidate(everyone, 'connections', ...(name === 'mail' ? (['settings'] as const) : []))
  const who = fullName(await getAccount(ctx.db, ctx.actor.id))
  const change =
    facts === null
      ? `${who} disconnected the ${called[name]}: the portal uses what is built in.`
      : `${who} changed the ${called[name]}. It is now: ${facts}.`
  for (const person of await listHoldersOf(ctx.db, 'settings.manage')) {
    if (person === ctx.actor.id) continue
    if (name === 'mail' && before !== null) await warnBy(ctx, person, before)
    await notify(ctx, person, {
      topic: 'account',
      title: `The ${called[name]} has changed`,
      body: `${change} If you didn’t expect this, ask them at once.`,
      inMail: `The portal’s ${called[name]} has changed.`,
      link: `${pages.integrations}?tab=connections`,
    })
  }
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
  const checks = await kindOf(name).test(settings, await testContextOf(ctx, sendsMail && name === 'mail'))
  // Its card says so, and what waits for it goes on, without waiting for the next look.
  if (kept.settings !== null && isDeepStrictEqual(settings, kept.settings)) await ctx.transaction(lookNow)
  return checks
}

async function testContextOf(ctx: MultiStepCtx<Staff>, sendsMail = false): Promise<TestContext> {
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
