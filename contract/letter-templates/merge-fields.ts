/** Where the user can fill in the value of a merge field. */
export type FieldPlace = 'firm' | 'facts' | 'parties' | 'client' | 'case'

interface FieldFacts {
  label: string
  place: FieldPlace
  /** The value in a preview without a case. */
  sample: string
}

/**
 * Every value that the portal can fill in by itself. For anything else, a template asks the person who writes the
 * letter.
 */
export const mergeFields = {
  today: { label: 'Today’s date', place: 'case', sample: '23 November 2026' },
  'client.name': { label: 'Name of the client written to', place: 'client', sample: 'Grace Whitfield' },
  'client.names': {
    label: 'Names of all clients',
    place: 'client',
    sample: 'Grace Whitfield and Kofi Mensah',
  },
  'client.address': { label: 'Client’s address', place: 'client', sample: '4 Mill Lane, Leeds LS1 2AB' },
  'matter.subject': { label: 'What the case is about', place: 'case', sample: 'a property matter' },
  'matter.own_words': {
    label: 'What the client said in their own words',
    place: 'case',
    sample: 'I am buying my first flat.',
  },
  'matter.title': { label: 'Title of the case', place: 'case', sample: 'Purchase of 12 Elm Road' },
  'matter.reference': { label: 'Reference of the case', place: 'case', sample: 'HR-2026-00012' },
  'matter.fee_earner': { label: 'Fee earner', place: 'facts', sample: 'Priya Raman' },
  'matter.supervisor': { label: 'Supervisor of the case', place: 'facts', sample: 'Alex Hartley' },
  'matter.value': { label: 'Value', place: 'facts', sample: '£385,000.00' },
  'matter.target_exchange': { label: 'Target exchange', place: 'facts', sample: '11 December 2026' },
  'matter.completion': { label: 'Completion', place: 'facts', sample: '8 January 2027' },
  'matter.limitation': { label: 'Limitation', place: 'facts', sample: '1 March 2031' },
  'matter.estimate': { label: 'Estimate of our costs', place: 'facts', sample: '£1,740.00' },
  'matter.costs_so_far': { label: 'Costs so far', place: 'facts', sample: '£696.00' },
  'party.lender': { label: 'Lender', place: 'parties', sample: 'Dulwich Building Society' },
  'party.giver_of_funds': { label: 'Giver of funds', place: 'parties', sample: 'Edith Whitfield' },
  'party.other_side': { label: 'Other side', place: 'parties', sample: 'Harold Finch' },
  'party.other_sides_lawyer': { label: 'Other side’s lawyer', place: 'parties', sample: 'Marsh & Co' },
  'party.executor': { label: 'Executor', place: 'parties', sample: 'Owen Price' },
  'party.attorney': { label: 'Attorney', place: 'parties', sample: 'Nia Price' },
  'party.beneficiary': { label: 'Beneficiary', place: 'parties', sample: 'Tomos Price' },
  'party.agent': { label: 'Agent', place: 'parties', sample: 'Elm Estates' },
  'firm.name': { label: 'Firm’s name', place: 'firm', sample: 'Hartley & Rowe' },
  'firm.telephone': { label: 'Firm’s telephone number', place: 'firm', sample: '020 7946 0123' },
  'firm.hours': { label: 'Opening hours', place: 'firm', sample: 'Monday to Friday, 9am to 5.30pm' },
  'firm.email': { label: 'Firm’s email address', place: 'firm', sample: 'hello@hartley-rowe.example' },
  'firm.address': { label: 'Firm’s address', place: 'firm', sample: '12 Garden Court, London EC4Y 9BL' },
  'firm.complaints': {
    label: 'Where complaints go',
    place: 'firm',
    sample: 'complaints@hartley-rowe.example',
  },
  'firm.supervisor': {
    label: 'Firm’s supervisor',
    place: 'firm',
    sample: 'Alex Hartley, solicitor and partner',
  },
  'firm.fees': { label: 'How we charge', place: 'firm', sample: 'We charge a fixed fee of £1,450 plus VAT.' },
  'firm.estimate': { label: 'What we expect it to cost', place: 'firm', sample: 'Searches cost about £400.' },
} as const satisfies Record<string, FieldFacts>
export type MergeField = keyof typeof mergeFields

export const isMergeField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name)

/** Where to fill in a missing value. Shown after "Completion is empty." */
export const placeWords: Record<FieldPlace, string> = {
  firm: 'Add it in Firm settings.',
  facts: 'Add it under “Details” on the case.',
  parties: 'Add a party with this role to the case.',
  client: 'Your client can add it in their settings.',
  case: 'The case doesn’t say. Take this field out of the template, or put it in a condition.',
}

export const sampleValues = (): Record<string, string> =>
  Object.fromEntries(Object.entries(mergeFields).map(([name, { sample }]) => [name, sample]))
