import type { Profile, Registration, UserId } from '#contract/accounts.ts'
import { type accounts, privacyVersion, termsVersion } from '#contract/accounts.ts'
import type { Input } from '#contract/kit.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx, StagedCtx } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Devices } from './devices.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

export { findByName as findAccountByName, findParticulars, findUser, get as getAccount } from './store.ts'

export interface AccountTools {
  sessions: Sessions
  devices: Devices
}

const refusedSignIn = () => new Problem('unauthenticated', 'Invalid username or password')

/** Opens a client account with its tasks and signs in: all of it, or none of it. */
export async function register(
  ctx: StagedCtx,
  registration: Registration,
  { sessions, devices }: AccountTools,
) {
  await ctx.ports.limits.count('registerAddress', ctx.caller.address)
  const passwordHash = await ctx.ports.hasher.hash(registration.password)
  try {
    return await ctx.transaction(async (step) => {
      const id = newId<UserId>()
      const acting: Ctx = { ...step, actor: { id, role: 'client', sessionId: null } }
      await openAccount(acting, registration, passwordHash)
      await sessions.begin(acting, id)
      devices.know(acting, id)
      return { ...(await shownNew(acting, id)), isNewlyOnboarded: false }
    })
  } catch (error) {
    throw takenField(error) ?? error
  }
}

async function openAccount(ctx: Ctx, registration: Registration, passwordHash: string) {
  const { firstName, lastName, username, email, phone } = registration
  const id = ctx.actor.id as UserId
  const feeEarnerId = await store.findFeeEarner(ctx.db)
  const person = { firstName, lastName, username, email, phone: phone || null }
  await store.insert(ctx.db, {
    ...person,
    id,
    role: 'client',
    passwordHash,
    isFirstLogin: true,
    feeEarnerId,
    createdAt: ctx.now,
  })
  for (const [document, version] of [
    ['terms', termsVersion],
    ['privacy', privacyVersion],
  ] as const)
    await store.insertAcceptance(ctx.db, { userId: id, document, version, acceptedAt: ctx.now })
  await audit(ctx, 'account.opened')
  await ctx.announce('accountOpened', { clientId: id })
}

const shownNew = async (ctx: Ctx, id: UserId) => {
  const {
    passwordHash: _,
    usernameKey: __,
    emailKey: ___,
    feeEarnerId: ____,
    createdAt: _____,
    ...user
  } = await store.get(ctx.db, id)
  return user
}

const taken: Record<string, [string, string]> = {
  users_username_key: ['username', 'This username is already taken. Please choose another.'],
  users_email_key: ['email', 'An account with this e-mail address already exists. Please sign in instead.'],
}
const takenField = (error: unknown) => {
  const [field, words] = taken[brokenConstraint(error) ?? ''] ?? []
  if (field === undefined || words === undefined) return null
  return new Problem('conflict', words, { fields: { [field]: words }, reason: 'already_taken' })
}

/** Signs in. An unknown name and a wrong password answer alike, and take the same time. */
export async function login(
  ctx: StagedCtx,
  { username, password }: Input<typeof accounts.login>,
  tools: AccountTools,
) {
  const { limits, hasher } = ctx.ports
  const name = store.fold(username)
  await limits.count('signInAddress', ctx.caller.address)
  const user = await store.findByName(ctx.read, username)
  // The owner's own browser has a count of its own: a stranger's guesses cannot lock the owner out.
  const device = user && tools.devices.recognise(ctx.caller, user.id)
  const [limit, key] = device ? (['signInKnownDevice', device] as const) : (['signInAccount', name] as const)
  await limits.count(limit, key)
  if (!(await hasher.verify(user?.passwordHash ?? null, password)) || !user) {
    await ctx.transaction((step) =>
      audit(step, 'session.refused', { subjectId: user?.id ?? null, details: { username } }),
    )
    throw refusedSignIn()
  }
  await limits.forget(limit, key)
  return ctx.transaction(async (step) => {
    const acting: Ctx = { ...step, actor: { id: user.id, role: user.role, sessionId: null } }
    await tools.sessions.begin(acting, user.id)
    tools.devices.know(acting, user.id)
    await audit(acting, 'session.began')
    return { ...(await shownNew(acting, user.id)), isNewlyOnboarded: false }
  })
}

export async function logout(ctx: Ctx, _: unknown, { sessions }: AccountTools) {
  if (ctx.actor.sessionId !== null) {
    await sessions.end(ctx, ctx.actor.sessionId)
    await audit(ctx, 'session.ended')
  }
  return { success: true as const }
}

export async function endSession(
  ctx: Ctx,
  { id }: Input<typeof accounts.endSession>,
  { sessions }: AccountTools,
) {
  if (!(await sessions.end(ctx, id))) notFound('session')
  await audit(ctx, 'session.ended', { details: { sessionId: id } })
  return undefined
}

export async function listSessions(ctx: Ctx) {
  const rows = await store.listSessionsOf(ctx.db, ctx.actor.id)
  return rows.map(({ id, agent, address, startedAt, lastSeenAt }) => ({
    id,
    isCurrent: id === ctx.actor.sessionId,
    agent,
    address,
    startedAt,
    lastSeenAt,
  }))
}

export async function changePassword(
  ctx: StagedCtx,
  { currentPassword, newPassword }: Input<typeof accounts.changePassword>,
  { sessions }: AccountTools,
) {
  await confirmPassword(ctx, currentPassword)
  const passwordHash = await ctx.ports.hasher.hash(newPassword)
  return ctx.transaction(async (step) => {
    await store.update(step.db, step.actor.id, { passwordHash })
    await sessions.endOthers(step)
    await audit(step, 'password.changed')
    return { success: true as const }
  })
}

export async function saveProfile(ctx: StagedCtx, profile: Profile) {
  const { currentPassword, ...wanted } = profile
  const user = await store.get(ctx.read, ctx.actor.id)
  if (store.fold(wanted.email) !== user.emailKey) {
    if (!currentPassword) throw reauthenticate()
    await confirmPassword(ctx, currentPassword)
  }
  const orNull = (text: string | undefined) => text || null
  const { firstName, lastName, email } = wanted
  const change = {
    firstName,
    lastName,
    email,
    phone: orNull(wanted.phone),
    address: orNull(wanted.address),
    city: orNull(wanted.city),
    postalCode: orNull(wanted.postalCode),
    country: orNull(wanted.country),
  }
  try {
    return await ctx.transaction(async (step) => {
      await store.update(step.db, user.id, change)
      await audit(step, 'profile.changed')
      await step.tell(user.id, 'user')
      return store.findUser(step.db, step.actor.sessionId)
    })
  } catch (error) {
    throw takenField(error) ?? error
  }
}

const reauthenticate = () =>
  new Problem('forbidden', 'Please enter your current password to change your e-mail address.', {
    fields: { currentPassword: 'Current password is required' },
    reason: 'reauth_required',
  })

/** Asks for the password once more, however well the session is known. */
async function confirmPassword(ctx: StagedCtx, password: string) {
  const { limits, hasher } = ctx.ports
  await limits.count('password', ctx.actor.id)
  const user = await store.get(ctx.read, ctx.actor.id)
  if (await hasher.verify(user.passwordHash, password)) return limits.forget('password', ctx.actor.id)
  await ctx.transaction((step) => audit(step, 'password.refused'))
  const words = 'Your current password is not right.'
  throw new Problem('invalid', words, { fields: { currentPassword: words } })
}

/** Onboarding is over for this client; this session keeps the dashboard's first face. */
export async function endFirstLogin(ctx: Ctx) {
  const { id, sessionId } = ctx.actor
  const user = await store.get(ctx.db, id)
  if (user.isFirstLogin) {
    await store.update(ctx.db, id, { isFirstLogin: false })
    if (sessionId !== null) await store.updateSession(ctx.db, sessionId, { isNewlyOnboarded: true })
    await audit(ctx, 'onboarding.completed')
    await ctx.tell(id, 'user')
  }
  return store.findUser(ctx.db, sessionId)
}

/** Keeps what a client told of themselves, for comparing documents with. */
export const recordParticulars = (
  ctx: Ctx,
  told: { fullName: string; dateOfBirth: string | null; address: string | null; postalCode: string | null },
) => store.saveParticulars(ctx.db, { userId: ctx.actor.id as UserId, ...told, updatedAt: ctx.now })

interface Staff {
  username: string
  firstName: string
  lastName: string
  email: string
  role: 'fee_earner' | 'administrator'
  passwordHash: string
  createdAt: Date
}

/** Opens an account for a person of the firm, who is never on first login. */
export const openStaffAccount = (db: Db, staff: Staff) =>
  store.insert(db, { ...staff, id: newId<UserId>(), isFirstLogin: false })
