import { postcodeIn } from '../read/addresses.ts'
import { besideOrBelow, type Segment } from '../read/lines.ts'
import { folded } from '../read/names.ts'

/** Known senders of documents in the United Kingdom. Other names are recognised by their form. */
const utilities = `
  British Gas | EDF Energy | EDF | E.ON Next | E.ON | Octopus Energy | OVO Energy | OVO |
  ScottishPower | Scottish Power | SSE Energy | SSE | Utilita | Utility Warehouse | So Energy |
  Good Energy | Ecotricity | Shell Energy | Outfox the Market | Rebel Energy | Power NI |
  Thames Water | Severn Trent | United Utilities | Yorkshire Water | Anglian Water | Southern Water |
  South West Water | Wessex Water | Northumbrian Water | Affinity Water | Scottish Water |
  Welsh Water | Dŵr Cymru | Hafren Dyfrdwy | Bristol Water | Portsmouth Water | South East Water |
  South Staffs Water | Cambridge Water | SES Water | Essex & Suffolk Water | NI Water | Castle Water |
  Calor | npower | Fuse Energy | TotalEnergies | Electric Ireland | SSE Airtricity | Budget Energy | firmus energy |
  BT | Sky | Virgin Media | TalkTalk | Plusnet | Hyperoptic | Zen Internet | KCOM | Community Fibre | Gigaclear |
  NOW Broadband | Con Edison | Hydro One
`
const others = `
  Vodafone | EE | O2 | Three | giffgaff | Lebara | Tesco Mobile | Sky Mobile | iD Mobile | VOXI | SMARTY |
  Barclays | Barclaycard | HSBC | Lloyds Bank | NatWest | Royal Bank of Scotland | Bank of Scotland |
  Santander | Halifax | Nationwide | TSB | first direct | Metro Bank | Monzo | Starling Bank |
  Revolut | Virgin Money | Clydesdale Bank | The Co-operative Bank | Co-operative Bank |
  Tesco Bank | Sainsbury's Bank | M&S Bank | Ulster Bank | Danske Bank | Coutts | Handelsbanken |
  American Express | Yorkshire Building Society | Skipton | Coventry Building Society |
  Leeds Building Society | Principality Building Society | Newcastle Building Society |
  Cumberland Building Society | West Brom Building Society | Nottingham Building Society | NS&I |
  National Savings and Investments | Chase | Wise | Atom bank | Zopa | Triodos Bank | Paragon Bank | Aldermore |
  Shawbrook Bank | Marcus | Tandem Bank | Bank of Ireland | AIB | MBNA | Capital One | Vanquis | John Lewis Money |
  Vanguard | Hargreaves Lansdown | AJ Bell | interactive investor | Fidelity International | Trading 212 |
  Freetrade | Nutmeg | Moneybox | St. James's Place | Charles Stanley | Computershare | Equiniti |
  Aviva | Legal & General | Scottish Widows | Standard Life | Royal London | Aegon | Phoenix Life |
  Universities Superannuation Scheme | NHS Pensions | Teachers' Pensions | TV Licensing | Land & Property Services |
  HM Revenue & Customs | Department for Work & Pensions | Driver and Vehicle Licensing Agency | Student Loans Company
`
const namesIn = (list: string) => list.split('|').map((name) => name.trim())
const known = [utilities, others].flatMap(namesIn)
const ofUtilities = new Set(namesIn(utilities))

/** Networks whose bills are always for mobile phones, whatever words they contain. */
const mobileOnly = new Set([
  'giffgaff',
  'Lebara',
  'Tesco Mobile',
  'Sky Mobile',
  'iD Mobile',
  'VOXI',
  'SMARTY',
])

const networks = new Set(['Vodafone', 'EE', 'Three'])

export interface Issuer {
  /** As printed, or as known. */
  name: string
  isMobileOnly: boolean
  /**
   * Its first page bears the name of a seller of energy, water or broadband, so any request for payment is a bill for
   * that. A later page may be about the tenant's supplier.
   */
  isUtility: boolean
  /** The same of a seller of mobile phones and broadband. */
  isNetwork: boolean
}

/**
 * Returns the sender of the document: named at the top of its first page, in the small print at its foot, or on a later
 * page. A mailbox or web address is no sender.
 */
export const issuerOf = (segments: Segment[]): Issuer | undefined => {
  const read = segments
    .filter(({ text }) => !isOfReader.test(text))
    .map((segment) => ({ ...segment, text: withoutAddresses(segment.text) }))
  const edge = read.filter(({ page, depth }) => page === 1 && (depth < 0.25 || depth > 0.85))
  const top = edge.filter(({ depth }) => depth < 0.25)
  const later = read.filter(({ page, depth }) => page > 1 && (depth < 0.25 || depth > 0.85))
  const head =
    councilOf(top) ?? firstKnown([...top, ...stacked(top)], segments) ?? byForm(overTrade(top)) ?? byForm(top)
  const foot = () => byForm(edge) ?? firstKnown(edge, segments)
  const found = head ?? foot() ?? firstKnown(later, segments) ?? byForm(later)
  if (found === undefined) return undefined
  const letterhead = head ?? foot() ?? ''
  return {
    name: found,
    isMobileOnly: mobileOnly.has(found),
    isUtility: ofUtilities.has(letterhead),
    isNetwork: networks.has(letterhead),
  }
}

/** Returns who pays: the employer named on a payslip or P60, wherever it is printed. */
export const employerOf = (segments: Segment[]): string | undefined => {
  for (const segment of segments) {
    const label = employer.exec(segment.text)
    if (!label) continue
    const same = segment.text.slice(label[0].length).trim()
    const named = [same, ...besideOrBelow(segment, segments).map(({ text }) => text)].find(
      (text) => /^\p{Lu}[^\d:]*\p{L}{2}[^\d:]*$/u.test(text) && !isNoName.test(text),
    )
    if (named !== undefined) return named
  }
  return issuerOf(segments)?.name ?? byForm(segments.filter(({ page }) => page === 1))
}

const employer =
  /^\W*(?:name\s*of\s*)?employer(?:['’]?s)?\s*(?:full\s*)?(?:name)?\s*(?:(?:and|&)\s*address)?\s*(?::|$)/i

// "My Brother" names nobody, and "Employee No." is the next label.
const isNoName =
  /^(?:my|our|his|her|their|your)\b|^(?:employee|payroll|works|tax|pay|process|period|department)\b(?!.*\b(?:ltd|limited|llp|plc)\b)|\b(?:no|number|code|date|ref(?:erence)?)\.?$/i

// Nor is whoever only runs the office of the sender.
const isOfReader = /^\W*(?:to:|dear\b|fao\b|c\/o\b|administered\s+by\b)/i

// A council collects the charges of others too: "Council Tax and Scottish Water charges" is its bill.
const councilOf = (top: Segment[]) =>
  top.some(({ text }) => /council\s+tax/i.test(text))
    ? byForm(top.filter(({ text }) => /\b(?:City|Borough) of\b|\bCouncil\b(?!\s+Tax)/i.test(text)))
    : undefined

// The name of an office may be spread over the lines of its logo: "Department / for Work & / Pensions".
const stacked = (top: Segment[]) =>
  top.flatMap((first) => {
    const column = top.filter(
      ({ x, baseline }) =>
        Math.abs(x - first.x) < first.height * 0.6 &&
        baseline >= first.baseline &&
        baseline < first.baseline + first.height * 4,
    )
    return column.length > 1
      ? [
          {
            ...first,
            text: column
              .slice(0, 3)
              .map(({ text }) => text)
              .join(' '),
          },
        ]
      : []
  })

const patterns = known.map((name) => {
  const plain = folded(name).replace(/[.'-]/g, '.').replace('&', '(?:&|and)').replace(/\s/g, '\\s*')
  return { name, pattern: new RegExp(`(?<![\\p{L}\\d])${plain}(?![\\p{L}\\d])`, 'u') }
})

const firstKnown = (candidates: Segment[], segments: Segment[]) => {
  for (const segment of candidates) {
    const { text } = segment
    const name = patterns.find(
      ({ name, pattern }) =>
        pattern.test(folded(text)) &&
        standsOut(name, text) &&
        !(towns.has(name) && isTown(segment, segments)),
    )?.name
    if (name !== undefined) return name
  }
  return undefined
}

// "Three" and "Sky" are also words and names, so they are the company only on a line of their own.
const standsOut = (name: string, text: string) =>
  name.length > 6 || name.includes(' ') || text.trim().length <= name.length + 3

const towns = new Set(['Halifax', 'Skipton'])

// A town stands before its postcode, on one line or on the next.
const isTown = (segment: Segment, segments: Segment[]) =>
  !/\b(?:bank|building society)\b/i.test(segment.text) &&
  [segment, ...besideOrBelow(segment, segments)].some(({ text }) => postcodeIn(text) !== undefined)

// Anybody may print the address of a company, and "americanexpress.com" holds its name.
const withoutAddresses = (text: string) => text.replace(webAddress, ' ')

const webAddress = /\S*@\S*|\S+\.(?:com?|uk|org|net|bank|energy|gov|io|eu)\b\S*/gi

// "Pelham & Rowe" over "Solicitors and Notaries", a hospital over "NHS Foundation Trust". Widely set letters may come in parts.
const overTrade = (top: Segment[]) =>
  top.flatMap((last) => {
    const line = top
      .filter((part) => part === last || isJustBefore(part, last))
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' ')
    return besideOrBelow(last, top)
      .filter(({ text, baseline }) => baseline > last.baseline + last.height * 0.4 && trade.test(text))
      .flatMap(({ text }) =>
        /\d/.test(line) || isWhole.test(line) ? [] : [{ ...last, text: `${line} ${text}` }],
      )
  })

const isJustBefore = (part: Segment, last: Segment) =>
  Math.abs(part.baseline - last.baseline) < last.height * 0.8 &&
  part.right <= last.x &&
  last.x - part.right < last.height * 6

/** A name that ends in its own form goes on in no trade below it. */
const isWhole = /\b(?:ltd|limited|llp|plc)$/i

const trade = /^(?:solicitors|building society|limited|ltd|llp|plc|NHS (?:foundation )?trust)\b/i

const forms =
  'Ltd|Limited|plc|LLP|Pension Fund|Pension Scheme|Bank|Building Society|Council|Energy|Water|Solicitors|Power|Trust|University|Hydro|Edison|Electric'
// Letterheads are often all in capitals. A lower-case word such as "bank" in a sentence is not a company, nor is
// "9 Quarry Bank".
const company = new RegExp(
  `(?<!\\d[a-z]?,?\\s)(\\p{Lu}[\\p{L}&.'’-]*\\s+(?:(?:&\\s*)?\\(?\\p{Lu}[\\p{L}&.'’-]*\\)?\\s+){0,5}(?:(?:&|and)\\s+)?(?:${forms}|${forms.toUpperCase()}))(?![\\p{L}\\d])`,
  'u',
)
const authority =
  /((?:London\s+Borough|City|Royal\s+Borough|Borough)\s+of\s+(?:\p{Lu}[\p{L}-]*(?:\s+(?:and|upon)\s+)?\s?){1,4}|Cyngor(?:\s+\p{Lu}[\p{L}-]*){1,4})/u

const byForm = (segments: Segment[]) => {
  for (const { text } of segments) {
    const name = (authority.exec(text) ?? company.exec(text))?.[1]
    if (name !== undefined) return name.trim()
  }
  return undefined
}
