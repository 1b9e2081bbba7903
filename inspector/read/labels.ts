import { editsBetween } from './edit-distance.ts'

/** Words that stand before values on bills, statements and slips. */
const labels = `
  statement date | bill date | billing date | invoice date | issue date | date of issue | date issued |
  date of bill | pay date | payment date | payment due date | completion date | bill period | billing period |
  statement period | account number | account name | account holder | account reference | customer number |
  customer name | sort code | employee name | employee no | net pay | gross pay | tax code | sale price |
  purchase price | closing balance | opening balance | statement of account | your account statement |
  your current account statement | your electricity bill | your gas bill | your energy bill | your water bill |
  your mobile bill | council tax bill | annual mortgage statement | mortgage statement | money in | money out |
  balance brought forward | balance carried forward | completion statement | mobile number | date of birth
`
  .split('|')
  .map((label) => label.trim())

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
const known = labels.map((label) => ({ label, letters: squeezed(label) }))

/** "Bil date" and "Statement cate" are labels with a letter lost; what differs by more is left as it is. */
export const withLabel = (text: string): string => {
  const [, words = '', rest = ''] = /^([\p{L} ]{5,}?)(\s*(?::|\s\d).*)?$/u.exec(text) ?? []
  const letters = squeezed(words)
  if (letters.length < 6 || known.some((one) => one.letters === letters)) return text
  const most = letters.length < 12 ? 1 : 2
  const near = known.filter((one) => editsBetween(letters, one.letters, most) <= most)
  const [only, ...others] = near
  if (only === undefined || others.length > 0) return text
  return only.label.charAt(0).toUpperCase() + only.label.slice(1) + rest
}
