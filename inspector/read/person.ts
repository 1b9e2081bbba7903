import { hasTitle, wordsOf } from './names.ts'

/** Whether a line can be the name of one or more people, and not of a company, a place or a heading. */
export const isPersonName = (text: string) => {
  if (/[\d@:£%]|\.\w/.test(text.replace(/\b\p{L}\./gu, '')) || text.length > 70) return false
  const words = wordsOf(text)
  if (isCompanyName(text) || words.length === 0) return false
  // Behind a title even Street, Page and Power are surnames.
  if (hasTitle(text)) return words.length <= 12
  return (
    words.length >= 2 &&
    words.length <= 8 &&
    isCapitalised(text) &&
    !words.some((word) => notOfPeople.has(word))
  )
}

export const isCompanyName = (text: string) => companyForm.test(text)

const companyForm = /\b(?:ltd|limited|plc|llp|inc|bank|council|society|trustees|company|trading|t\/a)\b/i

const isCapitalised = (text: string) =>
  text
    .split(/[\s&,/-]+/)
    .filter((word) => word !== '' && !particles.has(word.toLowerCase()))
    .every((word) => /^\p{Lu}|^[dO]['’]\p{Lu}/u.test(word))

const particles = new Set(
  'and or de da do dos van von der den di del la le el al bin ibn y ter of'.split(' '),
)

const notOfPeople = new Set(
  `energy gas electric electricity power water telecom insurance group co services service solicitors uk
  street road lane avenue drive close court house cottage farm lodge flat apartment gardens terrace crescent
  statement bill invoice account date number page amount balance total tax payment summary your our you we this
  private confidential please thank dear address customer supply reference sort code period tariff savings
  current employer employee department payroll borough city county london england scotland wales kingdom
  mortgage completion gift letter purchase sale building buildings office centre floor important information
  personal occupier resident care`.split(/\s+/),
)
