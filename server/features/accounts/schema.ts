import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Role, SessionId, UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { InvitationId } from '#contract/firm/people.ts'
import type { JointInvitationId } from '#contract/joint-clients.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import type { MergedDetails } from './merged/merged-details.ts'

/** The text that people are searched by. */
export const wordsOfUser = (t: Record<'firstName' | 'lastName' | 'emailKey' | 'usernameKey', SQLWrapper>) =>
  sql`lower(${t.firstName} || ' ' || ${t.lastName} || ' ' || ${t.emailKey} || ' ' || ${t.usernameKey})`

/** What clients are sorted by: last name, then first name. */
export const nameKeysOf = (t: Record<'firstName' | 'lastName', SQLWrapper>) => [
  sql`lower(${t.lastName})`,
  sql`lower(${t.firstName})`,
]

/** A user who was never seen sorts last. */
export const seenKeyOf = (t: Record<'lastSeenAt', SQLWrapper>) =>
  sql`coalesce(${t.lastSeenAt}, '-infinity'::timestamptz)`

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().$type<UserId>(),
    username: text().notNull(),
    /** Case and Unicode spellings folded, so that no two people have usernames that read the same. */
    usernameKey: text().notNull(),
    /** The same for names that are drawn alike, such as with a Cyrillic letter. */
    usernameLook: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    address: text(),
    city: text(),
    postalCode: text(),
    country: text(),
    /** For staff, the first of their roles. */
    role: text().$type<Role>().notNull(),
    /** The other roles of a member of staff. */
    otherRoles: text().array().$type<StaffRole[]>().notNull().default([]),
    passwordHash: text().notNull(),
    isFirstLogin: boolean().notNull(),
    isTwoFactorEnabled: boolean().notNull().default(false),
    /** A party of a matter without an account. They can't sign in by password. */
    isGuest: boolean().notNull().default(false),
    /** When mail to this address was proved to arrive. Null again after the address changes. */
    emailConfirmedAt: instant(),
    /** The fee earner, who is responsible for this client. */
    feeEarnerId: uuid().$type<UserId>(),
    teamId: uuid().$type<TeamId>(),
    /** The client's other account, which holds everything since the merge. */
    mergedIntoId: uuid().$type<UserId>(),
    /** Kept here, since sessions are deleted when they end. */
    lastSeenAt: instant(),
    /** When an imported client was asked to choose a password. */
    invitedAt: instant(),
    /** From then on this person can't sign in. */
    deactivatedAt: instant(),
    /** When somebody of the firm was last let in again after that, or was given roles that look after clients again. */
    reactivatedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_username_look').on(t.usernameLook),
    uniqueIndex('users_email_key').on(t.emailKey),
    // With the id in the index, the clients of a fee earner are read from the index alone.
    index().on(t.feeEarnerId, t.id),
    index().on(t.teamId),
    index('users_by_phone').on(sql`regexp_replace(${t.phone}, '\\D', '', 'g')`).where(sql`role = 'client'`),
    index('users_of_firm').on(t.lastName, t.firstName).where(sql`role <> 'client'`),
    index('users_by_name')
      .on(sql`lower(${t.lastName})`, sql`lower(${t.firstName})`, t.id)
      .where(sql`role = 'client'`),
    index('users_by_last_seen').on(seenKeyOf(t), t.id).where(sql`role = 'client'`),
    index('users_words').using('gin', sql`${wordsOfUser(t)} gin_trgm_ops`),
  ],
)

/** Staff who work with a client, without the fee earner. */
export const clientContacts = pgTable(
  'client_contacts',
  {
    clientId: uuid()
      .notNull()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    memberId: uuid()
      .notNull()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.memberId] }), index().on(t.memberId)],
)

/** How a session was authenticated when it began. Settings that change later don't affect it. */
export type SessionBeginning =
  | 'registration'
  | `${'password' | 'provider'}${'' | '_and_code' | '_and_recovery_code'}`
  | 'provider_and_factor'
  | 'guest_code'
  | 'passkey'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().$type<z.infer<typeof SessionId>>(),
    /** SHA-256 of the cookie's token, so that the table alone gives access to no session. */
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    agent: text().notNull(),
    begunBy: text().$type<SessionBeginning>().notNull().default('password'),
    isNewlyOnboarded: boolean().notNull().default(false),
    startedAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index().on(t.userId)],
)

/** What a client told us about themselves, to compare documents with. */
export const personalDetails = pgTable('personal_details', {
  userId: uuid()
    .primaryKey()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'cascade' }),
  fullName: text().notNull(),
  dateOfBirth: date({ mode: 'string' }),
  address: text(),
  postalCode: text(),
  /** Where they last told us. */
  source: text().$type<'conversation' | 'questionnaire' | 'profile'>(),
  /** When a member of staff confirmed the name and the date of birth. */
  confirmedAt: instant(),
  updatedAt: instant().notNull(),
  /** What another record of theirs said that was merged into this one. Null where nothing came from one. */
  merged: jsonb().$type<MergedDetails>(),
})

/** Which version of which text a person accepted, and when. */
export const acceptances = pgTable(
  'acceptances',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text().$type<'terms' | 'privacy'>().notNull(),
    version: text().notNull(),
    acceptedAt: instant().notNull(),
  },
  (t) => [index().on(t.userId)],
)

/** Single-use keys that are sent by mail or kept in a cookie. The row is deleted when a token is spent or withdrawn. */
export const tokens = pgTable(
  'tokens',
  {
    id: uuid().primaryKey(),
    purpose: text().$type<TokenPurpose>().notNull(),
    /** SHA-256 of the token, so that the table alone gives access to nothing. */
    tokenHash: text().notNull(),
    /** The subject of the token, such as an account or an invitation. */
    subjectId: uuid().notNull(),
    /** Facts at the time of issue, such as the address that it confirms. */
    facts: jsonb().$type<Record<string, string>>().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('tokens_hash').on(t.tokenHash), index().on(t.subjectId), index().on(t.expiresAt)],
)

/** The subject of each kind of token. */
export interface TokenSubjects {
  password_reset: UserId
  email_confirmation: UserId
  second_step: UserId
  invitation: InvitationId
  joint_client: JointInvitationId
  passkey_registration: UserId
  /** The access of a guest. */
  guest: string
  // Of somebody who is not known yet: an id that means nothing.
  passkey_sign_in: string
  provider_sign_in: string
}
export type TokenPurpose = keyof TokenSubjects

const forFinding = 'Another spelling of the same words, used for searching.'

export const personalData = [
  registerPersonalData(users, {
    title: 'Your account',
    whose: users.id,
    columns: {
      id: true,
      username: true,
      usernameKey: forFinding,
      usernameLook: forFinding,
      email: true,
      emailKey: forFinding,
      firstName: true,
      lastName: true,
      phone: true,
      address: true,
      city: true,
      postalCode: true,
      country: true,
      role: true,
      otherRoles: 'Only people who work at the firm have other roles.',
      passwordHash: 'A secret: anyone who had it could try to guess the password.',
      isFirstLogin: true,
      isTwoFactorEnabled: true,
      isGuest: true,
      feeEarnerId: "Someone else's reference number; their name is shown in the portal.",
      teamId: 'How the firm divides its work.',
      mergedIntoId: 'The reference number of your other account, which holds everything.',
      emailConfirmedAt: true,
      invitedAt: true,
      lastSeenAt: true,
      deactivatedAt: true,
      reactivatedAt: 'Only people who work at the firm are let in again.',
      createdAt: true,
    },
  }),
  registerPersonalData(personalDetails, {
    title: 'What you told us about yourself',
    whose: personalDetails.userId,
    columns: {
      userId: 'Your own reference number, which is given with your account.',
      fullName: true,
      dateOfBirth: true,
      address: true,
      postalCode: true,
      source: true,
      confirmedAt: true,
      updatedAt: true,
      merged: true,
    },
  }),
  registerPersonalData(acceptances, {
    title: 'Terms and notices you accepted',
    whose: acceptances.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      document: true,
      version: true,
      acceptedAt: true,
    },
  }),
  registerPersonalData(sessions, {
    title: 'Where you are signed in',
    whose: sessions.userId,
    columns: {
      id: true,
      tokenHash: 'A secret: it could be used to open the session.',
      userId: 'Your own reference number.',
      address: true,
      agent: true,
      begunBy: true,
      isNewlyOnboarded: true,
      startedAt: true,
      lastSeenAt: true,
    },
  }),
]
