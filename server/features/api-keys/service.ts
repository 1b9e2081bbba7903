import { randomBytes } from 'node:crypto'
import type { ApiKey, ApiKeyId, apiKeys } from '#contract/api-keys.ts'
import { keyPrefix, lifetimeDays } from '#contract/api-keys.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { quoted } from '#contract/kit/text.ts'
import {
  claimAccount,
  confirmPassword,
  getAccount,
  listAdministrators,
  listHoldersOf,
  nameOfActor,
  namesOf,
} from '#server/features/accounts/service.ts'
import { notify, notifyOthers } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after, days } from '#server/platform/time/durations.ts'
import { hashOfKey } from './key-hash.ts'
import * as store from './store.ts'

export const listKeys = async ({ db }: Ctx<Staff>) => shown(db, await store.listOf(db))

/** Creates a key. It outlives the session, so the user has to enter their password again. */
export async function createKey(
  ctx: MultiStepCtx<Staff>,
  { name, scopes, lifetime, password }: Input<typeof apiKeys.create>,
) {
  await confirmPassword(ctx, password, 'password')
  const token = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  return ctx.transaction(async (step) => {
    await claimMaker(step)
    const row = await store.insert(step.db, {
      id: newId<ApiKeyId>(),
      name,
      tokenHash: hashOfKey(token),
      hint: token.slice(0, keyPrefix.length + 4),
      scopes: [...new Set(scopes)],
      createdById: step.actor.id,
      createdAt: step.now,
      expiresAt: after(step.now, days(lifetimeDays[lifetime])),
    })
    await audit(step, 'api_key.created', {
      details: { keyId: row.id, name, scopes: row.scopes.join(' '), until: row.expiresAt.toISOString() },
    })
    await notifyOthersOfKeys(
      step,
      `made the API key “${name}”. It opens the portal’s data to another system.`,
    )
    return { ...(await shownKey(step.db, row)), token }
  })
}

/**
 * Locks the actor's account, so that they can't be deactivated before the key is there to be withdrawn with theirs.
 * Refuses if they have been meanwhile.
 */
async function claimMaker({ db, actor }: Ctx<Staff>) {
  const { deactivatedAt } = await claimAccount(db, actor.id)
  if (deactivatedAt !== null) throw new Problem('unauthenticated', 'Please sign in.')
}

/** Withdraws a key. It stops the system that uses it, and cannot be undone, so it asks for the password too. */
export async function withdrawKey(
  ctx: MultiStepCtx<Staff>,
  { id, password }: Input<typeof apiKeys.withdraw>,
) {
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const row = await store.claim(step.db, id)
    if (row.withdrawnAt !== null) return shownKey(step.db, row)
    await store.update(step.db, id, { withdrawnAt: step.now })
    await audit(step, 'api_key.withdrawn', { details: { keyId: id, name: row.name } })
    await notifyOthersOfKeys(step, `withdrew the API key “${row.name}”. It no longer works.`)
    return shownKey(step.db, { ...row, withdrawnAt: step.now })
  })
}

/** Withdraws the keys of somebody who has left the firm, because they may have kept a copy. */
export async function withdrawKeysOf(ctx: Ctx, { personId }: DomainEvents['staffDeparted']) {
  const { deactivatedAt, ...person } = await getAccount(ctx.db, personId)
  const rows = deactivatedAt === null ? [] : await store.claimOpenOf(ctx.db, personId, ctx.now)
  if (rows.length === 0) return
  for (const { id, name } of rows) {
    await store.update(ctx.db, id, { withdrawnAt: ctx.now })
    await audit(ctx, 'api_key.withdrawn', { details: { keyId: id, name, because: 'its maker left' } })
  }
  await refreshKeys(ctx)
  const names = quoted(rows.map(({ name }) => name))
  const body = `${fullName(person)} has left, so the API keys they made no longer work: ${names}. ${remedy}`
  for (const id of await listHoldersOf(ctx.db, 'settings.manage')) await notify(ctx, id, { ...changed, body })
}

const remedy = 'Please make a new key for each system that used one.'

const changed = {
  topic: 'account',
  title: 'The portal’s API keys have changed',
  inMail: 'The portal’s API keys have changed.',
  link: `${pages.integrations}?tab=keys`,
} as const

const refreshKeys = async (ctx: Ctx) => {
  for (const id of await listAdministrators(ctx.db)) await ctx.invalidate(id, 'apikeys')
}

/** Refreshes the administrators' pages, and notifies the others, because a key outlives the session of its maker. */
async function notifyOthersOfKeys(ctx: Ctx<Staff>, change: string) {
  await refreshKeys(ctx)
  await notifyOthers(ctx, await listHoldersOf(ctx.db, 'settings.manage'), {
    ...changed,
    body: `${await nameOfActor(ctx)} ${change} If you didn’t expect this, ask them at once.`,
  })
}

const shownKey = async (db: Db, row: store.KeyRow) => {
  const [key] = await shown(db, [row])
  return key as ApiKey
}

async function shown(db: Db, rows: store.KeyRow[]): Promise<ApiKey[]> {
  const makers = await namesOf(
    db,
    rows.map(({ createdById }) => createdById),
  )
  return rows.map(({ tokenHash: _, ...row }) => {
    const maker = makers.get(row.createdById)
    return { ...row, createdBy: maker ? fullName(maker) : null }
  })
}
