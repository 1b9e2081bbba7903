import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { GuestAccess } from '../guests.ts'
import { atMost, create, file, id, instant, line, read, remove, replace, upload } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { PartyId, PartyRole, PersonKind } from '../matters/party.ts'
import { TaskKind } from '../tasks.ts'
import { companyNumberIn, companyNumberWords } from './company-number.ts'
import { faultsOfOwners, Owner } from './ownership.ts'

// Who owns and runs an organisation that is a party of a case. The firm alone reads it.

export const OrganisationKind = z.enum(
  ['company', 'llp', 'trust', 'charity', 'other'],
  'Please choose what kind of organisation it is',
)
export type OrganisationKind = z.infer<typeof OrganisationKind>

export const organisationKindNames: Record<OrganisationKind, string> = {
  company: 'Company',
  llp: 'Limited liability partnership (LLP)',
  trust: 'Trust',
  charity: 'Charity',
  other: 'Other',
}

export const OfficerRole = z.enum(['director', 'secretary', 'member', 'trustee', 'other'])
export type OfficerRole = z.infer<typeof OfficerRole>

export const officerRoleNames: Record<OfficerRole, string> = {
  director: 'Director',
  secretary: 'Secretary',
  member: 'LLP member',
  trustee: 'Trustee',
  other: 'Other',
}

/** Whoever runs the organisation, and so is checked like its owners. */
export const runsIt = ({ role }: { role: OfficerRole }) =>
  role === 'director' || role === 'member' || role === 'trustee'

export const Officer = z.strictObject({
  name: line(160, 'Please enter the name of this officer'),
  role: OfficerRole,
  kind: PersonKind,
})
export type Officer = z.infer<typeof Officer>

export const OrganisationFacts = z.strictObject({
  kind: OrganisationKind,
  number: line(20),
  registeredAddress: line(300),
  officers: z.array(Officer).max(60, atMost('Please keep to 60 officers')),
  owners: z.array(Owner).max(40, atMost('Please keep to 40 owners')),
})
export type OrganisationFacts = z.infer<typeof OrganisationFacts>

/** What cannot be so, a sentence each by the field. */
export function faultsOfFacts({ kind, number, owners }: OrganisationFacts): Record<string, string> {
  const isRegistered = kind === 'company' || kind === 'llp'
  return {
    ...(isRegistered &&
      number !== '' &&
      companyNumberIn(number) === null && { number: `${companyNumberWords}.` }),
    ...Object.fromEntries(faultsOfOwners(owners).map(({ field, words }) => [field, `${words}.`])),
  }
}

/** Where facts come from: nobody has checked what somebody typed. With a register, some of it was taken over. */
export const FactsSource = z.strictObject({
  kind: z.enum(['typed', 'register']),
  /** Who typed it, or took it over from the register. */
  by: z.string(),
  /** When it was typed, or asked of the register. */
  at: instant,
  /** The register: "Companies House"; empty where it was typed. */
  register: z.string(),
})
export type FactsSource = z.infer<typeof FactsSource>

export const FilingId = id('organisationFiling')
export type FilingId = z.infer<typeof FilingId>

/** A document that says who owns and runs it, such as the last confirmation statement. */
export const Filing = z.strictObject({
  id: FilingId,
  filename: z.string(),
  size: z.number().int(),
  by: z.string(),
  at: instant,
})
export type Filing = z.infer<typeof Filing>

/** What a register says of an organisation, beside what is kept of it. */
export const RegisterExtract = z.strictObject({
  register: z.string(),
  at: instant,
  /** Who asked. */
  by: z.string(),
  name: z.string(),
  /** In the register's own word: "active". */
  status: z.string(),
  facts: OrganisationFacts,
})
export type RegisterExtract = z.infer<typeof RegisterExtract>

/** An organisation on a case, with what is known of it. */
export const MatterOrganisation = z.strictObject({
  partyId: PartyId,
  name: z.string(),
  role: PartyRole,
  /** Null while nobody has said anything but its name. */
  facts: OrganisationFacts.nullable(),
  source: FactsSource.nullable(),
  number: z.string(),
  filings: z.array(Filing),
  extract: RegisterExtract.nullable(),
  /** The portal has a key for the register, and the number can be one there. */
  canLookUp: z.boolean(),
})
export type MatterOrganisation = z.infer<typeof MatterOrganisation>

/** Somebody who owns or runs it, as they would come onto the case. */
export const ProposedParty = z.strictObject({
  name: z.string(),
  kind: PersonKind,
  role: z.enum(['beneficial_owner', 'director']),
  /** Why: "30% (60% of 50% = 30%)", "Director". */
  reasons: z.array(z.string()),
  /** On the case already, as somebody who is checked. */
  isParty: z.boolean(),
  /** Clients of the same name whom this person of the firm may see, with what they have been checked for. */
  clients: z.array(
    z.strictObject({
      id: UserId,
      name: z.string(),
      email: z.string(),
      checks: z.array(
        z.strictObject({
          title: z.string(),
          /** When it was sent, of one that was found good. */
          doneAt: instant.nullable(),
          /** It was sent, and nobody has decided on it yet. */
          isInReview: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ProposedParty = z.infer<typeof ProposedParty>

/** What a person without an account is asked for by a link. */
export const ownerChecks = ['proof_of_identity', 'proof_of_address'] as const satisfies TaskKind[]

const ofMatter = z.strictObject({ id: MatterId })
const ofParty = ofMatter.extend({ partyId: PartyId })
const reading = { audience: 'firm', action: 'matters.read' } as const
const running = { audience: 'firm', action: 'matters.run' } as const

const WantedParty = z.strictObject({
  name: line(160),
  clientId: UserId.nullable(),
  /** With one, they are sent a link to their tasks. */
  email: z.union([z.literal(''), z.email('Please enter a valid email address').max(254)]),
})

export const organisations = {
  list: read('/api/firm/cases/:id/organisations', {
    input: ofMatter,
    output: z.array(MatterOrganisation),
    ...reading,
    summary: 'The organisations on a case, with their officers and owners',
  }),
  save: replace('/api/firm/cases/:id/organisations/:partyId', {
    input: ofParty.extend(OrganisationFacts.shape),
    output: MatterOrganisation,
    ...running,
    summary: 'Saves who owns and runs an organisation, as this person has typed it',
  }),
  proposed: read('/api/firm/cases/:id/organisations/:partyId/parties', {
    input: ofParty,
    output: z.array(ProposedParty),
    ...reading,
    summary: 'Each owner of 25% or more and each director, as they would come onto the case',
  }),
  addParties: create('/api/firm/cases/:id/organisations/:partyId/parties', {
    input: ofParty.extend({
      people: z.array(WantedParty).min(1, 'Please choose at least one person').max(40),
    }),
    output: z.strictObject({
      added: z.number().int(),
      /** The codes to pass on, each shown this once. */
      guests: z.array(z.strictObject({ name: z.string(), access: GuestAccess })),
    }),
    ...running,
    summary: 'Adds owners and directors to a case; who has no account is sent a link to their tasks',
  }),
  addFiling: upload('/api/firm/cases/:id/organisations/:partyId/filings', {
    input: ofParty,
    output: Filing,
    ...running,
    summary: 'Keeps a filing, such as a confirmation statement, with an organisation',
  }),
  filing: file('/api/firm/cases/:id/organisations/:partyId/filings/:filingId', {
    input: ofParty.extend({ filingId: FilingId }),
    ...reading,
    summary: 'A filing of an organisation',
  }),
  removeFiling: remove('/api/firm/cases/:id/organisations/:partyId/filings/:filingId', {
    input: ofParty.extend({ filingId: FilingId }),
    ...running,
    summary: 'Removes a filing of an organisation',
  }),
}
