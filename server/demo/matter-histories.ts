import type { KeyDate } from '#contract/matters/facts.ts'
import type { Assignee } from '#contract/matters/next-action.ts'
import type { PartyRole, PersonKind } from '#contract/matters/party.ts'
import type { OrganisationFacts } from '#contract/organisations/organisations.ts'
import { joinery } from './organisations.ts'

export const staffNames = { priya: 'Priya Raman', marcus: 'Marcus Webb' }

export interface OtherMatter {
  client: string
  by: keyof typeof staffNames
  title: string
  type: string
  description: string
  priority?: 'high' | 'medium' | 'low'
  /** How many working days ago. */
  opened: number
  /** Its past stages: the stage, how many working days ago it began, and what the client reads about it. */
  stages: [key: string, ago: number, words?: string][]
  next: { whose: Assignee; thirdParty?: string; step: string; since: number }
  closed?: number
  joint?: { username: string; name: string }[]
  isRestricted?: boolean
  /** In pence, like the estimate and the costs so far. */
  value?: number
  costs: [estimate: number, soFar: number]
  scope: ['yes' | 'no', string]
  dates?: (Omit<KeyDate, 'on'> & { inDays: number })[]
  notes?: string[]
  /** Owners and officers of the first party. */
  organisation?: OrganisationFacts
  parties?: { role: PartyRole; kind?: PersonKind; name: string; number?: string; detail: string }[]
}

const land: OtherMatter['scope'] = ['yes', 'We act in the purchase or sale of land.']

export const otherMatters: OtherMatter[] = [
  {
    client: 'daniel.whitmore',
    by: 'priya',
    title: 'Purchase of 18 Harbour View',
    type: 'Purchase',
    description: 'We are buying a house in Bristol together, with our savings and a mortgage.',
    opened: 12,
    stages: [
      ['instruction', 12],
      ['identity_and_funds', 10, 'waiting for Helen’s documents, and for us to look at the savings'],
    ],
    next: { whose: 'firm', step: 'We are looking at the savings statement', since: 1 },
    joint: [{ username: 'helen.whitmore', name: 'Helen Whitmore' }],
    value: 46_200_000,
    costs: [174_000, 34_800],
    scope: land,
    dates: [{ kind: 'target_exchange', words: '', inDays: 49, isShared: true }],
    parties: [
      { role: 'lender', name: 'Dulwich Building Society', detail: 'Mortgage of £370,000 applied for' },
      { role: 'other_sides_lawyer', name: 'Marsh & Teale Solicitors', detail: 'Acts for the seller' },
    ],
  },
  {
    client: 'sofia.marchetti',
    by: 'priya',
    title: 'Sale of 31 Orchard Lane',
    type: 'Sale',
    description: 'I am selling my house in Leeds.',
    opened: 9,
    stages: [
      ['instruction', 9],
      ['identity', 8, 'waiting for a newer bill'],
    ],
    next: { whose: 'client', step: 'Send us a bill or statement of the last three months', since: 1 },
    value: 28_950_000,
    costs: [118_800, 23_700],
    scope: land,
    parties: [{ role: 'agent', name: 'Fenwick Homes', detail: 'Estate agent' }],
  },
  {
    client: 'george.adeyemi',
    by: 'priya',
    title: 'Remortgage of 9 Elm Close',
    type: 'Remortgage',
    description: 'A new mortgage at a better rate before the present one ends.',
    priority: 'high',
    opened: 6,
    stages: [['instruction', 6]],
    next: { whose: 'client', step: 'Start the identity check in your portal', since: 6 },
    value: 21_000_000,
    costs: [66_000, 0],
    scope: land,
    dates: [{ kind: 'own', words: 'Present mortgage rate ends', inDays: 40, isShared: true }],
  },
  {
    client: 'thomas.reilly',
    by: 'priya',
    title: 'Half of 58 Station Road to Ann Reilly',
    type: 'Transfer of equity',
    description: 'Ann is to own half of the house. The lender has to agree.',
    opened: 15,
    stages: [
      ['instruction', 15],
      ['identity', 13, 'waiting for Ann’s documents'],
    ],
    next: {
      whose: 'third_party',
      thirdParty: 'the lender',
      step: 'They are deciding whether they agree',
      since: 5,
    },
    joint: [{ username: 'ann.reilly', name: 'Ann Reilly' }],
    costs: [72_000, 31_200],
    scope: land,
    parties: [{ role: 'lender', name: 'Kennet Bank', detail: 'Present mortgage of £142,000' }],
  },
  {
    client: 'harriet.cole',
    by: 'priya',
    title: 'Purchase of Unit 6, Dock Lane Workshops',
    type: 'Purchase',
    description: 'Cole & Daughters Joinery Ltd is buying the workshop that it rents.',
    opened: 19,
    stages: [
      ['instruction', 19],
      ['identity_and_funds', 18],
      ['contract_pack', 8],
    ],
    next: {
      whose: 'third_party',
      thirdParty: 'the seller’s solicitors',
      step: 'They are sending us the draft contract',
      since: 8,
    },
    value: 61_000_000,
    costs: [342_000, 96_000],
    scope: land,
    organisation: joinery,
    parties: [
      {
        role: 'client',
        name: 'Cole & Daughters Joinery Ltd',
        number: '09999991',
        detail: 'The company that buys',
      },
      { role: 'director', kind: 'person', name: 'Eleanor Cole', detail: 'Holds 40% of the shares' },
      { role: 'other_side', name: 'Dock Lane Estates LLP', number: 'OC999992', detail: 'Seller' },
    ],
  },
  {
    client: 'beatrice.holloway',
    by: 'marcus',
    title: 'Estate of Edward Holloway',
    type: 'Probate',
    description: 'My husband died in the spring. I am his executor.',
    opened: 58,
    stages: [
      ['instruction', 58],
      ['identity', 55],
      ['estate_valued', 50],
      ['inheritance_tax', 30],
      ['probate_application', 12],
    ],
    next: {
      whose: 'third_party',
      thirdParty: 'the Probate Registry',
      step: 'They are dealing with the application',
      since: 12,
    },
    value: 74_300_000,
    costs: [480_000, 288_000],
    scope: ['yes', 'We handle the money of an estate.'],
    notes: ['One share certificate is missing: ask the registrar before the estate is collected.'],
    parties: [
      {
        role: 'beneficiary',
        kind: 'person',
        name: 'Clara Holloway',
        detail: 'Daughter, half of the residue',
      },
      { role: 'beneficiary', name: 'Ludlow Hospice', detail: 'Legacy of £5,000' },
    ],
  },
  {
    client: 'samuel.osei',
    by: 'marcus',
    title: 'Will and lasting powers of attorney',
    type: 'Will and powers of attorney',
    description: 'A new will, and powers of attorney for my two sons.',
    opened: 64,
    stages: [
      ['instruction', 64],
      ['identity', 62],
      ['drafts', 55],
      ['drafts_approved', 44],
      ['signing_and_witnesses', 38],
      ['lpa_registration', 36],
      ['documents_stored', 6],
    ],
    next: { whose: 'firm', step: 'Everything is signed and stored', since: 6 },
    closed: 5,
    costs: [96_000, 96_000],
    scope: ['no', 'Advice on a will, without money or property passing through us.'],
    parties: [{ role: 'attorney', kind: 'person', name: 'Kofi Osei', detail: 'Attorney' }],
  },
  {
    client: 'viktor.lindqvist',
    by: 'priya',
    title: 'Purchase of Beech House',
    type: 'Purchase',
    description: 'A house in the country, bought without a mortgage.',
    opened: 7,
    stages: [
      ['instruction', 7],
      ['identity_and_funds', 6],
    ],
    next: { whose: 'client', step: 'Show us where the money comes from', since: 4 },
    isRestricted: true,
    value: 142_500_000,
    costs: [420_000, 60_000],
    scope: land,
    notes: ['A retired ambassador: enhanced checks before anything is exchanged.'],
  },
]
