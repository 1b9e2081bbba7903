import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { day, id, newInOutput } from '../kit/endpoint.ts'

export const PartyId = id('party')
export type PartyId = z.infer<typeof PartyId>
/** One person or organisation, who may be on several cases. */
export const PersonId = id('matterPerson')
export type PersonId = z.infer<typeof PersonId>

export const PersonKind = z.enum(['person', 'organisation'])
export type PersonKind = z.infer<typeof PersonKind>

export const PartyRole = z.enum(
  [
    'client',
    'joint_client',
    'executor',
    'attorney',
    'beneficiary',
    'giver_of_funds',
    'lender',
    'beneficial_owner',
    'director',
    'other_side',
    'other_sides_lawyer',
    'agent',
  ],
  'Please choose a role',
)
export type PartyRole = z.infer<typeof PartyRole>

export const roleNames: Record<PartyRole, string> = {
  client: 'Client',
  joint_client: 'Joint client',
  executor: 'Executor',
  attorney: 'Attorney',
  beneficiary: 'Beneficiary',
  giver_of_funds: 'Giver of funds',
  lender: 'Lender',
  beneficial_owner: 'Beneficial owner',
  director: 'Director',
  other_side: 'Other side',
  other_sides_lawyer: 'Other side’s lawyer',
  agent: 'Agent',
}

/**
 * Returns whose a step is, such as `for the giver of funds`, or null if it is the clients' own. Several people may be
 * asked for the same thing.
 */
export const forWhom = (roles: readonly PartyRole[]) =>
  roles.some((role) => role === 'client' || role === 'joint_client')
    ? null
    : `for the ${roles.map((role) => roleNames[role].toLowerCase()).join(' or ')}`

/**
 * Whether a party is on another side or works for somebody else, so that others check who they are and who owns them.
 */
export const isOthers = ({ role }: { role: PartyRole }) =>
  role === 'lender' || role === 'other_side' || role === 'other_sides_lawyer' || role === 'agent'

/** A person or organisation involved in a matter, with their role. */
export const Party = z.strictObject({
  id: PartyId,
  personId: PersonId,
  role: PartyRole,
  kind: PersonKind,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  number: z.string(),
  detail: z.string(),
  /** The user's id if they have an account with the portal. */
  clientId: UserId.nullable(),
})
export type Party = z.infer<typeof Party>

/** Those of a matter's parties with an account who are guests: the firm keeps their name and address. */
export const GuestIds = newInOutput(z.array(UserId), [])

/** Those of a matter's clients, parties and people with tasks whose pages the user may not open. */
export const HiddenIds = newInOutput(z.array(UserId), [])

/** A person of the firm to choose from. */
export const Colleague = z.strictObject({ id: UserId, name: z.string() })
export type Colleague = z.infer<typeof Colleague>

/** Who may see a restricted matter, by name. Null from a node of the previous release. */
export const NamesOnMatter = newInOutput(z.array(z.string()).nullable(), null)

/** Which people of the firm may see a matter. */
export const MatterAccess = z.strictObject({
  isRestricted: z.boolean(),
  memberIds: z.array(UserId).max(50, 'Please choose at most 50 people'),
})
export type MatterAccess = z.infer<typeof MatterAccess>

/** A client of a matter as the other clients see them: their name, and how many tasks of this matter they have done. */
export const JointClient = z.strictObject({
  name: z.string(),
  isYou: z.boolean(),
  tasks: z.strictObject({ completed: z.number().int(), total: z.number().int() }),
})
export type JointClient = z.infer<typeof JointClient>

/**
 * Whether somebody who is removed in one role is still on the matter in another. A former joint client no longer sees
 * it, so what they had to sign goes in any case.
 */
export const staysOn = (
  { id, personId, clientId, role }: Pick<Party, 'id' | 'personId' | 'clientId' | 'role'>,
  matter: { clientId: UserId; parties: readonly Pick<Party, 'id' | 'personId'>[] },
) =>
  role !== 'joint_client' &&
  (clientId === matter.clientId ||
    matter.parties.some((other) => other.id !== id && other.personId === personId))

/** A client to choose, with what tells them from others of the same name. */
export const KnownClient = z.strictObject({
  id: UserId,
  name: z.string(),
  email: newInOutput(z.string(), ''),
  dateOfBirth: newInOutput(day.nullable(), null),
  /** The references of their newest cases that this user may see, newest first. */
  references: newInOutput(z.array(z.string()), []),
})
export type KnownClient = z.infer<typeof KnownClient>
