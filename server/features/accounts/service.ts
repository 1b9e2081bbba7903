import type { SignInAnswer, UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { signal } from '#server/platform/events/bus.ts'
import { updateConfirmed } from './declared-details/store.ts'
import type { AccountDependencies } from './dependencies.ts'
import { replaceInspection } from './inspections/store.ts'
import { awaitSecondStep } from './second-factor/second-step.ts'
import { removeAllOf, update as updateSession } from './sessions/store.ts'
import type { InspectionScope } from './staff/schema.ts'
import * as store from './store.ts'

export type { AbsenceRow } from './absences/store.ts'
export * as absences from './absences/store.ts'
export {
  clientsNamed,
  clientsOpenTo,
  contactIdsOf,
  feeEarnersOf,
  listFiltered as listFilteredClients,
  seenAmong as seenClients,
  sees as seesClient,
} from './clients/store.ts'
export { declareDetails } from './declared-details/details.ts'
export { birthdaysOf, findDeclaredAt, findPersonalDetails } from './declared-details/store.ts'
export { type AccountDependencies } from './dependencies.ts'
export type { GuestRow } from './guest-access/store.ts'
export * as guestAccess from './guest-access/store.ts'
export { inviteClients, openImportedClients, reinviteClient } from './imported/imported-clients.ts'
export * as imported from './imported/store.ts'
export { findInspection } from './inspections/store.ts'
export * as merged from './merged/store.ts'
export { notices as accountNotices } from './notices.ts'
export * as numbers from './numbers/store.ts'
export { claimByPassword, confirmChange, confirmPassword, type ShownPassword } from './passwords.ts'
export { idsOf as photographsOf } from './photographs/store.ts'
export { rates } from './rates.ts'
export { unreachedAmong } from './reach/store.ts'
export {
  actingForEach,
  claimNameable,
  clientsLedBy,
  clientsOfReturned,
  clientsSharedBy,
  findResponsible,
  formerStaff,
  isInTeamOf,
  listAdministrators,
  listFormer,
  listHoldersOf,
  listNameable,
  listNamedStaff,
  listOnceFormer,
  listRecipients,
  listSharedByAll,
  listTeam,
  listUnrestricted,
  namedOnHidden,
  onceFormerStaff,
} from './responsible/store.ts'
export type { SessionBeginning } from './schema.ts'
export { preparedForStaff } from './scope/prepared/store.ts'
export type { Asking } from './scope/store.ts'
export {
  actedForBy,
  asResponsible,
  clientScopeOf,
  clientsOf,
  clientsWithAllMatters,
  hiddenMattersOf,
  insertNamedOn,
  listNamedOn,
  namedMattersOf,
  replaceNamedOn,
  restrictedBesides,
  teamsOf,
} from './scope/store.ts'
export { enrolAtOnce, newEnrolment, refuseWrongCode } from './second-factor/enrolment.ts'
export { isSessionLive } from './sessions/liveness.ts'
export { findBeginning as findSessionBeginning } from './sessions/store.ts'
export { findToken, issueToken, isTokenOpen, spendToken, withdrawToken } from './sessions/tokens.ts'
export { assignClient, handClient, joinTeam } from './staff/assign-client.ts'
export { keepGroupRoles } from './staff/group-roles.ts'
export {
  invalidateFirmPagesOf,
  invalidateFirmPagesOfEach,
  listReaders,
} from './staff/invalidate-firm-pages.ts'
export { joinFirm } from './staff/join-firm.ts'
export { changeRoles, deactivate, expectInspectable, reactivate } from './staff/people.ts'
export type { InspectionScope } from './staff/schema.ts'
export {
  claimStaff,
  countClients,
  getClient,
  holdStaff,
  linesOf,
  listClients,
  listClientsByName,
  listPeople as listEverybody,
  listStaff,
  listWatchers,
  namesOf,
  searchClients,
} from './staff/store.ts'
export {
  claim as claimAccount,
  findByEmail as findAccountByEmail,
  findByName as findAccountByName,
  findClientOf,
  findTaken as findTakenNames,
  get as getAccount,
  guestsAmong,
  hasAccounts,
  insertTeamMember as addTeamMember,
  invitedAmong,
  listContactsOf,
} from './store.ts'
export * as teams from './teams/store.ts'

/** Completes onboarding for this client. This session keeps showing the dashboard's welcome for new clients. */
export async function endFirstLogin(ctx: Ctx<Member>) {
  const { id, sessionId } = ctx.actor
  const user = await store.get(ctx.db, id)
  if (user.isFirstLogin) {
    await store.update(ctx.db, id, { isFirstLogin: false })
    if (sessionId !== null) await updateSession(ctx.db, sessionId, { isNewlyOnboarded: true })
    await audit(ctx, 'onboarding.completed')
    await ctx.invalidate(id, 'user')
  }
  return store.getUser(ctx.db, sessionId)
}

/** Returns the actor's name, or the name of the key for one of the firm's own systems. */
export const nameOfActor = async ({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>) =>
  actor.key?.name ?? fullName(await store.get(db, actor.id))

/** Sets when an account was opened, its address confirmed and its owner last seen, for the demo's history. */
export const setAccountDates = (
  db: Db,
  id: UserId,
  dates: Record<'createdAt' | 'lastSeenAt' | 'emailConfirmedAt', Date>,
) => store.update(db, id, dates)

/** Records that the firm has checked who this client is, or clears that to check again. */
export const confirmDetails = (ctx: Ctx, clientId: UserId, isConfirmed: boolean) =>
  updateConfirmed(ctx.db, clientId, isConfirmed ? ctx.now : null)

interface Staff {
  username: string
  firstName: string
  lastName: string
  email: string
  role: StaffRole
  otherRoles?: StaffRole[]
  passwordHash: string
  createdAt: Date
  /** Set if the address is known to be theirs, such as by the invitation they used. */
  emailConfirmedAt?: Date
  /** Their direct line, which the clients of their cases read. */
  phone?: string
  /** What an auditor may read. */
  inspection?: InspectionScope
}

/** Opens an account for a member of staff, who skips the first-login onboarding. */
export async function openStaffAccount(db: Db, { inspection, ...staff }: Staff) {
  const id = newId<UserId>()
  await store.insert(db, { ...staff, id, isFirstLogin: false })
  await replaceInspection(db, id, inspection)
  return id
}

interface Named {
  id: UserId
  /** The provider asked for a second factor and is trusted to. */
  hasSecondFactor: boolean
}

/**
 * Signs in the person named by the firm's provider. If the provider asked for no second factor and theirs is on here,
 * asks for it.
 */
export async function signInByProvider(
  ctx: Ctx,
  { id, hasSecondFactor }: Named,
  dependencies: AccountDependencies,
): Promise<SignInAnswer> {
  const { sessions, devices } = dependencies
  const { role, isTwoFactorEnabled } = await store.claim(ctx.db, id)
  const acting: Ctx<Member> = { ...ctx, actor: { id, role, roles: [], sessionId: null } }
  if (isTwoFactorEnabled && !hasSecondFactor)
    return awaitSecondStep(acting, id, { ...dependencies, first: 'provider' })
  const sessionId = await sessions.begin(acting, id, hasSecondFactor ? 'provider_and_factor' : 'provider')
  devices.know(acting, id)
  return store.getUser(ctx.db, sessionId)
}

interface NewGuest {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  feeEarnerId: UserId
  createdAt: Date
}

/**
 * Opens a client account for a guest, which their tasks and documents belong to. It has no password and can't be found
 * by its address, so nobody can sign in or set a password by it, and its owner can still open an account of their own.
 */
export async function openGuestAccount(db: Db, guest: NewGuest): Promise<UserId> {
  const id = newId<UserId>()
  const username = `guest-${id}`
  await store.insert(db, {
    ...guest,
    id,
    username,
    role: 'client',
    passwordHash: '',
    isFirstLogin: false,
    isGuest: true,
  })
  return id
}

/** Ends a guest's sessions and open pages, and refuses them until they are invited again. */
export async function closeGuestAccount({ db, now }: Ctx, id: UserId) {
  await store.update(db, id, { deactivatedAt: now })
  await endSessionsOf({ db }, id)
}

/** Signs somebody out everywhere. */
export async function endSessionsOf({ db }: Pick<Ctx, 'db'>, id: UserId) {
  await removeAllOf(db, id)
  // Every node forgets the cached session, including this one.
  await signal(db, { kind: 'sessions', userId: id })
}

type Contact = Pick<NewGuest, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Changes a guest's contact details, without letting them in again. */
export const correctGuestAccount = (db: Db, id: UserId, contact: Contact) =>
  store.updateGuest(db, id, contact)

/** Lets a guest in again, with the contact details that the firm has now. */
export const reopenGuestAccount = (db: Db, id: UserId, contact: Contact) =>
  store.updateGuest(db, id, { ...contact, deactivatedAt: null })

/** Signs a guest in. */
export async function beginGuestSession(
  ctx: Ctx,
  id: UserId,
  { sessions }: Pick<AccountDependencies, 'sessions'>,
) {
  const acting = { ...ctx, actor: { id, role: 'client' as const, roles: [], sessionId: null } }
  return store.getUser(ctx.db, await sessions.begin(acting, id, 'guest_code'))
}
