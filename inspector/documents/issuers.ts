import type { Segment } from '../read/lines.ts'
import { folded } from '../read/names.ts'

/** Known senders of documents in the United Kingdom. Other names are recognised by their form. */
const utilities = `
  British Gas | EDF Energy | EDF | E.ON Next | E.ON | Octopus Energy | OVO Energy | OVO |
  ScottishPower | Scottish Power | SSE Energy | SSE | Utilita | Utility Warehouse | So Energy |
  Good Energy | Ecotricity | Shell Energy | Outfox the Market | Rebel Energy | Power NI |
  Thames Water | Severn Trent | United Utilities | Yorkshire Water | Anglian Water | Southern Water |
  South West Water | Wessex Water | Northumbrian Water | Affinity Water | Scottish Water |
  Welsh Water | BT | Sky | Virgin Media | TalkTalk | Plusnet | Hyperoptic | Con Edison | Hydro One
`
const others = `
  Vodafone | EE | O2 | Three | giffgaff | Lebara | Tesco Mobile | Sky Mobile | iD Mobile | VOXI | SMARTY |
  Barclays | Barclaycard | HSBC | Lloyds Bank | NatWest | Royal Bank of Scotland | Bank of Scotland |
  Santander | Halifax | Nationwide | TSB | first direct | Metro Bank | Monzo | Starling Bank |
  Revolut | Virgin Money | Clydesdale Bank | The Co-operative Bank | Co-operative Bank |
  Tesco Bank | Sainsbury's Bank | M&S Bank | Ulster Bank | Danske Bank | Coutts | Handelsbanken |
  American Express | Yorkshire Building Society | Skipton | Coventry Building Society |
  Leeds Building Society | Vanguard | Hargreaves Lansdown | AJ Bell | Land & Property Services |
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

export interface Issuer {
  /** As printed, or as known. */
  name: string
  isMobileOnly: boolean
  /** It sells energy, water or broadband, so any request for payment is a bill for that. */
  isUtility: boolean
}

/** Returns the sender of the document, named at the top of its first page or in the small print at its foot. */
export const issuerOf = (segments: Segment[]): Issuer | undefined => {
  const edge = segments.filter(({ page, depth }) => page === 1 && (depth < 0.25 || depth > 0.85))
  const top = edge.filter(({ depth }) => depth < 0.25)
  const found = councilOf(top) ?? firstKnown([...top, ...stacked(top)]) ?? byForm(edge) ?? firstKnown(edge)
  return found === undefined
    ? undefined
    : { name: found, isMobileOnly: mobileOnly.has(found), isUtility: ofUtilities.has(found) }
}

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

const firstKnown = (segments: Segment[]) => {
  for (const { text } of segments) {
    const name = patterns.find(
      ({ name, pattern }) => pattern.test(folded(text)) && standsOut(name, text),
    )?.name
    if (name !== undefined) return name
  }
  return undefined
}

// "Three" and "Sky" are also words and names, so they are the company only on a line of their own.
const standsOut = (name: string, text: string) =>
  name.length > 6 || name.includes(' ') || text.trim().length <= name.length + 3

const forms =
  'Ltd|Limited|plc|LLP|Bank|Building Society|Council|Energy|Water|Solicitors|Power|Trust|University|Hydro|Edison|Electric'
// Letterheads are often all in capitals. A lower-case word such as "bank" in a sentence is not a company.
const company = new RegExp(
  `((?:[\\p{Lu}][\\p{L}&.'’-]*\\s+){1,6}(?:${forms}|${forms.toUpperCase()}))(?![\\p{L}\\d])`,
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
