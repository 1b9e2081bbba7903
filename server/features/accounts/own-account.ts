import type { accounts, Profile } from '#contract/accounts.ts'
import type { Input, Output } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import { fold } from '#contract/text.ts'
import { audit } from '#server/platform/audit.ts'
import type { StagedCtx } from '#server/platform/ctx.ts'
import { confirmPassword, refuseGuessable } from './passwords.ts'
import type { AccountTools } from './service.ts'
import * as store from './store.ts'
import { takenField } from './taken.ts'

export async function changePassword(
  ctx: StagedCtx,
  { currentPassword, newPassword }: Input<typeof accounts.changePassword>,
  { sessions, findFirm }: AccountTools,
) {
  const [user, firm] = [await store.get(ctx.read, ctx.actor.id), await findFirm(ctx.read)]
  refuseGuessable(newPassword, { field: 'newPassword', names: [user.username, user.email, firm.name] })
  await confirmPassword(ctx, currentPassword)
  const passwordHash = await ctx.ports.hasher.hash(newPassword)
  return ctx.transaction(async (step) => {
    await store.update(step.db, step.actor.id, { passwordHash })
    await sessions.endOthers(step)
    await audit(step, 'password.changed')
    return { success: true as const }
  })
}

export async function saveProfile(
  ctx: StagedCtx,
  profile: Profile,
): Promise<Output<typeof accounts.saveProfile>> {
  const { currentPassword, ...wanted } = profile
  const user = await store.get(ctx.read, ctx.actor.id)
  if (fold(wanted.email) !== user.emailKey) {
    if (!currentPassword) throw reauthenticate()
    await confirmPassword(ctx, currentPassword)
  }
  const change = changeOf(wanted)
  const changed = shownFields.filter((name) => change[name] !== user[name])
  try {
    return await ctx.transaction(async (step) => {
      await store.update(step.db, user.id, change)
      const before: Record<string, string> = changed.includes('email') ? { emailBefore: user.email } : {}
      await audit(step, 'profile.changed', { details: { fields: changed.join(', '), ...before } })
      await step.tell(user.id, 'user')
      return store.getUser(step.db, step.actor.sessionId)
    })
  } catch (error) {
    throw takenField(error) ?? error
  }
}

const shownFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'postalCode',
  'country',
] as const

const changeOf = ({ firstName, lastName, email, ...rest }: Omit<Profile, 'currentPassword'>) => ({
  firstName,
  lastName,
  email,
  phone: rest.phone || null,
  address: rest.address || null,
  city: rest.city || null,
  postalCode: rest.postalCode || null,
  country: rest.country || null,
})

const reauthenticate = () =>
  new Problem('forbidden', 'Please enter your current password to change your e-mail address.', {
    fields: { currentPassword: 'Current password is required' },
    reason: 'reauth_required',
  })
