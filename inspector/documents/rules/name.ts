import { nameInWriting } from '#contract/names.ts'
import { editsBetween, matchName, type NameMatch, wordsOf } from '../../read/names.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { nounOf, type Statement } from '../statement.ts'

/** It is in the client's name. */
export const nameRule = (statement: Statement, client: KnownClient | null): Finding => {
  const words = { rule: 'name_matches', title: 'The name matches yours', source: verification }
  const noun = nounOf(statement)
  const read = nameOn(statement, client)
  if (client === null) return notChecked({ ...words, read: read?.name ?? null })
  const expected = `${client.firstName} ${client.lastName}`.trim()
  if (read === undefined)
    return doubtful(
      { ...words, expected },
      `We couldn't find your name on this ${noun}. Please upload one that shows your full name.`,
      { isMissing: true },
    )
  const { name, match } = read
  const shown = { ...words, read: name, expected }
  if (match === 'different' && !isSlip(name, expected))
    return failed(
      shown,
      `This ${noun} is in the name of ${nameInWriting(name)}, not ${expected}. Please upload one in your own name.`,
    )
  if (match === 'unclear' || match === 'different')
    return doubtful(
      shown,
      `This ${noun} is in the name of ${nameInWriting(name)}, and you told us ${expected}. If both are you, a person at the firm will check it; otherwise please upload one in your own name.`,
    )
  // An initial fits relatives too; beside a matching address it is enough, alone it is not.
  return passed(shown, match === 'full' ? 1 : 0.72)
}

// A letter or two of a long name are a slip of a pen or of a reader: no match, and no other person either.
const isSlip = (printed: string, expected: string) => {
  const [here, there] = [wordsOf(printed).join(''), wordsOf(expected).join('')]
  const most = there.length < 12 ? 1 : 2
  return there.length > 5 && editsBetween(here, there, most) <= most
}

/** The name that a document is believed to be in, as printed. */
export const nameOn = (
  statement: Statement,
  client: KnownClient | null,
): { name: string; match: NameMatch } | undefined => {
  const read = sourcesOf(statement).map((names) => closest(names, client))
  const best = bestOf(read)
  const other = read.find((one) => one !== best && !isMatch(one.match))
  // A page sent to the client but about somebody else's account must not pass.
  return best && other && isMatch(best.match) && statement.kind !== 'gift_letter'
    ? { ...other, match: 'unclear' }
    : best
}

// Of payslips and letters the one they call so is believed first, else the addressee; the head of a gift
// letter is the giver's.
const sourcesOf = ({ kind, holders, addressees }: Statement): string[][] => {
  const labelled = holders.map((name) => [name])
  const sentTo = addressees.map(({ names }) => names).filter((names) => names.length > 0)
  if (kind === 'gift_letter') return labelled
  const first = sentTo.slice(0, 1)
  return kind === 'payslip' || kind === 'completion_statement'
    ? [...labelled, ...first]
    : [...first, ...labelled]
}

const closest = (names: string[], client: KnownClient | null) => {
  const read = names.map((name) => ({ name, match: client ? matchName(name, client) : ('unclear' as const) }))
  return bestOf(read) ?? { name: '', match: 'different' as const }
}

const bestOf = (read: { name: string; match: NameMatch }[]) =>
  read.toSorted((a, b) => ranking.indexOf(a.match) - ranking.indexOf(b.match)).at(0)

const isMatch = (match: NameMatch) => match !== 'unclear' && match !== 'different'

const ranking: NameMatch[] = ['full', 'initial', 'reordered', 'unclear', 'different']
