import { z } from 'zod'
import { fold } from '../kit/text.ts'

/** The fields to which a column of a practice management system's file can be mapped. */
export const ImportField = z.enum([
  'clientReference',
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'address',
  'city',
  'postalCode',
  'country',
  'feeEarner',
  'caseReference',
  'caseTitle',
  'caseType',
  'caseDescription',
  'caseOpened',
  'casePriority',
  'caseSupervisor',
  'caseTeam',
  'caseValue',
  'caseCostsEstimate',
  'caseCostsSoFar',
  'caseTargetExchange',
  'caseCompletion',
  'caseLimitation',
  'caseScope',
  'caseScopeReason',
])
export type ImportField = z.infer<typeof ImportField>

export const importFieldNames: Record<ImportField, string> = {
  clientReference: 'Client reference',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'Town or city',
  postalCode: 'Postcode',
  country: 'Country',
  feeEarner: 'Fee earner (name or email)',
  caseReference: 'Case reference',
  caseTitle: 'Case title',
  caseType: 'Case type',
  caseDescription: 'Case description',
  caseOpened: 'Date opened',
  casePriority: 'Priority (high, medium or low)',
  caseSupervisor: 'Supervisor (name or email)',
  caseTeam: 'Team',
  caseValue: 'Value',
  caseCostsEstimate: 'Estimate of our costs',
  caseCostsSoFar: 'Costs so far',
  caseTargetExchange: 'Target exchange date',
  caseCompletion: 'Completion date',
  caseLimitation: 'Limitation date',
  caseScope: 'In scope of the money laundering rules (yes or no)',
  caseScopeReason: 'Why in or out of scope',
}

/**
 * The names that other systems use for a field, reduced to letters, so that "E-mail Address" and "email_address" are
 * equal.
 */
const synonyms: Record<ImportField, string> = {
  clientReference:
    'clientreference clientref clientno clientnumber clientid clientcode entityref entitycode customerid accountref accountno',
  firstName: 'firstname forename forenames givenname givennames christianname clientfirstname clientforename',
  lastName: 'lastname surname familyname clientlastname clientsurname',
  fullName: 'fullname name clientname client contactname displayname',
  email: 'email emailaddress clientemail primaryemail contactemail mail emailhome homeemail',
  phone:
    'phone telephone tel mobile phonenumber telephonenumber mobilenumber mobilephone clientphone contactnumber',
  address: 'address address1 addressline1 street streetaddress postaladdress clientaddress',
  city: 'city town towncity posttown',
  postalCode: 'postcode postalcode zip zipcode',
  country: 'country',
  feeEarner:
    'feeearner responsible solicitor handler casehandler lawyer responsibleattorney responsiblesolicitor feeearneremail',
  caseReference:
    'casereference caseref caseno casenumber caseid matterreference matterref matterno matternumber mattercode matterid filereference fileref fileno filenumber ourref ourreference',
  caseTitle: 'casetitle title casename mattertitle mattername matterdescription description re filename',
  caseType: 'casetype mattertype worktype type department practicearea areaoflaw',
  caseDescription: 'casedescription notes details summary',
  casePriority: 'priority urgency casepriority matterpriority',
  caseSupervisor: 'supervisor supervisingpartner supervisingsolicitor partner matterpartner supervisoremail',
  caseTeam: 'team teamname group casegroup',
  caseValue: 'value casevalue mattervalue price purchaseprice saleprice propertyvalue transactionvalue',
  caseCostsEstimate:
    'estimate costsestimate costestimate estimatedcosts estimatedfees feeestimate quote quotedfees budget',
  caseCostsSoFar:
    'costssofar coststodate costtodate wip workinprogress wipvalue wiptodate feestodate billedtodate',
  caseTargetExchange: 'targetexchange exchange exchangedate targetexchangedate exchangeon',
  caseCompletion: 'completion completiondate targetcompletion targetcompletiondate completionon',
  caseLimitation: 'limitation limitationdate limitationexpiry primarylimitationdate timebar',
  caseScope: 'inscope mlrscope amlscope inscopeofmlr inscopeaml amlinscope mlrinscope',
  caseScopeReason: 'scopereason whyinscope whyoutofscope mlrreason amlreason',
  caseOpened: 'dateopened opened openedon opendate created createdon startdate matteropened caseopened',
}

/**
 * Names that say what a column holds only beside the others, in the order in which they are read: the first of these
 * fields that no other column has.
 */
const vagueNames: { names: string[]; fields: (hasCase: boolean) => ImportField[] }[] = [
  { names: ['case', 'matter'], fields: () => ['caseTitle', 'caseReference'] },
  {
    names: ['reference', 'ref'],
    fields: (hasCase) => (hasCase ? ['caseReference', 'clientReference'] : ['clientReference']),
  },
]

const byHeader = new Map(
  ImportField.options.flatMap((field) => synonyms[field].split(' ').map((name) => [name, field] as const)),
)

const keyOf = (header: string) => fold(header).replace(/[^\p{L}\d]/gu, '')

const isOfCase = (field: ImportField | null) => field?.startsWith('case') ?? false

/** The field of each column, or null for a column to leave out. */
export const ImportColumns = z.array(ImportField.nullable()).superRefine((columns, { addIssue }) => {
  const refuse = (message: string) => addIssue({ code: 'custom', message })
  const has = (field: ImportField) => columns.includes(field)
  const twice = ImportField.options.find((field) => columns.filter((column) => column === field).length > 1)
  if (twice) refuse(`Please choose one column only for “${importFieldNames[twice]}”`)
  if (!has('email') && !has('clientReference'))
    refuse('Please choose the column with the email address: it tells one client from another')
  const hasCase = columns.some(isOfCase)
  if (hasCase && !has('caseReference'))
    refuse('Please choose the column with the case reference: it keeps a case from going in twice')
  if (has('caseScope') && !has('caseScopeReason'))
    refuse('Please choose the column that says why a case is in or out of scope')
  if (hasCase && !has('caseTitle')) refuse('Please choose the column with the case title')
})
export type ImportColumns = z.infer<typeof ImportColumns>

/** Guesses the field of each column: as a user mapped a file with the same headers before, otherwise by its name. */
export const guessColumns = (
  headers: readonly string[],
  remembered: ReadonlyMap<string, ImportField | null> = new Map(),
): ImportColumns => {
  const taken = new Set<ImportField>()
  const take = (field: ImportField | null | undefined) => {
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const keys = headers.map(keyOf)
  const columns = keys.map((key) => take(remembered.get(key)))
  const fill = (guess: (key: string) => ImportField | null) => {
    for (const [at, key] of keys.entries()) if (!columns[at] && !remembered.has(key)) columns[at] = guess(key)
  }
  fill((key) => take(byHeader.get(key)))
  for (const { names, fields } of vagueNames)
    fill((key) =>
      names.includes(key) ? take(fields([...taken].some(isOfCase)).find((field) => !taken.has(field))) : null,
    )
  return columns
}

/** Stores a user's mapping by header, for the next file with these headers. */
export const rememberColumns = (headers: readonly string[], columns: ImportColumns) =>
  new Map(headers.map((header, at) => [keyOf(header), columns[at] ?? null] as const))
