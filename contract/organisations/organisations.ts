import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { GuestAccess } from '../guests.ts'
import { atMost, create, file, id, instant, line, read, remove, replace, upload } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { PartyId, PartyRole, PersonKind } from '../matters/party.ts'
import { TaskKind } from '../tasks.ts'
import { faultsOfOwners, Owner } from './ownership.ts'

/**
 * The prefixes of Companies House numbers that are not eight digits: Scotland, Northern Ireland, partnerships,
 * charitable incorporated organisations, overseas entities and the registers it has taken over.
 */
const prefixes =
  'AC CE CS FC FE GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC RC RS SA SC SE SF SG SI SL SO SP SR SZ ZC'

const numbered = new RegExp(`^(?:${prefixes.replaceAll(' ', '|')})(?:\\d{6}|\\d{5}[A-Z])$`)

/**
 * Normalises a company number to the eight characters that Companies House uses: `1234567` to `01234567`, `sc 12345` to
 * `SC012345`. Returns null if it cannot be one.
 */
export function companyNumberIn(written: string): string | null {
  const plain = written.replace(/[\s.-]/g, '').toUpperCase()
  if (/^\d{5,8}$/.test(plain)) return plain.padStart(8, '0')
  // Old Northern Ireland numbers have one letter.
  if (/^R\d{7}$/.test(plain) || numbered.test(plain)) return plain
  const [, prefix = '', digits = ''] = /^([A-Z]{2})(\d{1,5})$/.exec(plain) ?? []
  const padded = prefix + digits.padStart(6, '0')
  return numbered.test(padded) ? padded : null
}

const companyNumberWords =
  'A company number has 8 characters, such as 01234567, SC123456 or OC301234. Please check it'

// Who owns and runs an organisation that is a party of a case. Only the firm reads it.

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

/** Whether an officer runs the organisation, and so is checked like its owners. */
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

/** Returns a sentence for each field that cannot be right. */
export function faultsOfFacts({ kind, number, owners }: OrganisationFacts): Record<string, string> {
  const isRegistered = kind === 'company' || kind === 'llp'
  return {
    ...(isRegistered &&
      number !== '' &&
      companyNumberIn(number) === null && { number: `${companyNumberWords}.` }),
    ...Object.fromEntries(faultsOfOwners(owners).map(({ field, words }) => [field, `${words}.`])),
  }
}

/**
 * The source of the facts. Nobody has checked what was typed. With `register`, at least some was copied from a
 * register.
 */
export const FactsSource = z.strictObject({
  kind: z.enum(['typed', 'register']),
  /** The person who typed it, or copied it from the register. */
  by: z.string(),
  /** When it was typed, or fetched from the register. */
  at: instant,
  /** The register's name: "Companies House". Empty if it was typed. */
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

/** A register's data on an organisation, beside the firm's own. */
export const RegisterExtract = z.strictObject({
  register: z.string(),
  at: instant,
  /** The person who requested it. */
  by: z.string(),
  name: z.string(),
  /** In the register's own word: "active". */
  status: z.string(),
  facts: OrganisationFacts,
})
export type RegisterExtract = z.infer<typeof RegisterExtract>

/** An organisation on a case, with what is known about it. */
export const MatterOrganisation = z.strictObject({
  partyId: PartyId,
  name: z.string(),
  role: PartyRole,
  /** Null while only its name is known. */
  facts: OrganisationFacts.nullable(),
  source: FactsSource.nullable(),
  number: z.string(),
  filings: z.array(Filing),
  extract: RegisterExtract.nullable(),
  /** The portal has a key for the register, and the number is in a format that the register uses. */
  canLookUp: z.boolean(),
})
export type MatterOrganisation = z.infer<typeof MatterOrganisation>

/** An owner or manager of the organisation, as they would be added to the case. */
export const ProposedParty = z.strictObject({
  name: z.string(),
  kind: PersonKind,
  role: z.enum(['beneficial_owner', 'director']),
  /** Why they are proposed: "30% (60% of 50% = 30%)", "Director". */
  reasons: z.array(z.string()),
  /** They are already on the case in a role that is checked. */
  isParty: z.boolean(),
  /** Clients of the same name whom the user may see, with their completed checks. */
  clients: z.array(
    z.strictObject({
      id: UserId,
      name: z.string(),
      email: z.string(),
      checks: z.array(
        z.strictObject({
          title: z.string(),
          /** When a check that passed was submitted. */
          doneAt: instant.nullable(),
          /** It was submitted and awaits a decision. */
          isInReview: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ProposedParty = z.infer<typeof ProposedParty>

/** The checks that a person without an account does through a link. */
export const ownerChecks = ['proof_of_identity', 'proof_of_address'] as const satisfies TaskKind[]

const ofMatter = z.strictObject({ id: MatterId })
const ofParty = ofMatter.extend({ partyId: PartyId })
const reading = { audience: 'firm', action: 'matters.read' } as const
const running = { audience: 'firm', action: 'matters.run' } as const

const WantedParty = z.strictObject({
  name: line(160),
  clientId: UserId.nullable(),
  /** If given, they receive a link to their tasks. */
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
      /** The codes to pass on. Only this response contains them. */
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
