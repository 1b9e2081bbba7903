import { weWillCheck } from '#contract/documents/validation.ts'
import { besideOrBelow, type Segment } from '../read/lines.ts'
import { doubtful, type Finding, passed, verification } from './finding.ts'
import { moneyIn } from './funds.ts'
import { inPounds } from './running-balance.ts'

const labels = {
  gross: /\b(?:total\s*)?gross\s*(?:pay|salary|wages?)\b|\btotal\s*(?:earnings|payments|pay)\b/i,
  deducted: /\btotal\s*deductions\b/i,
  net: /\bnet\s*(?:pay|salary|wages?)\b|\btake[\s-]*home(?:\s*pay)?\b/i,
}

/**
 * Checks that the net pay of a payslip is its gross pay less what was deducted, as far as the page prints the total of
 * the deductions or a minus before each. Payslips have many layouts, so a sum that doesn't follow is for a person.
 * Returns no finding if it cannot be told.
 */
export const paySumsRule = (segments: Segment[]): Finding[] => {
  const [gross, deducted, net] = [labels.gross, labels.deducted, labels.net].map((label) =>
    amountsAt(segments, label),
  )
  if (!gross?.length || !net?.length) return []
  const less = deducted?.length ? deducted : minusOf(segments)
  const words = { rule: 'sums_follow', title: 'Pay adds up', source: verification }
  const isLarger = net.every((paid) => gross.every((earned) => paid > earned))
  if (less.length === 0 && !isLarger) return []
  const follows = gross.some((earned) =>
    less.some((taken) => net.some((paid) => earned - Math.abs(taken) === paid)),
  )
  if (follows) return [passed({ ...words, read: `net pay ${inPounds(net[0] ?? 0)} follows` })]
  return [
    doubtful(
      { ...words, read: `net pay ${inPounds(net[0] ?? 0)} does not follow from the gross pay` },
      weWillCheck,
    ),
  ]
}

/** All amounts on the line of the label and below it: the year so far may stand beside this month. */
const amountsAt = (segments: Segment[], label: RegExp): number[] =>
  segments.flatMap((segment) => {
    const match = label.exec(segment.text)
    if (!match || soFar.test(segment.text)) return []
    const after = moneyIn(segment.text).filter(({ start }) => start >= match.index + match[0].length)
    const level = segments.filter((other) => other.x >= segment.right && isLevel(other, segment))
    const around = [...level, ...besideOrBelow(segment, segments)].flatMap(({ text }) => moneyIn(text))
    return [...after, ...around].map(({ pence }) => pence)
  })

/** Of the year so far, and not of this month. */
const soFar = /\b(?:TD|YTD)\b|\bto\s*date\b/i

const isLevel = (first: Segment, other: Segment) =>
  first.page === other.page && Math.abs(first.baseline - other.baseline) < other.height * 0.6

/** The sum of all amounts with a minus before them. Empty if there is none. */
const minusOf = (segments: Segment[]): number[] => {
  const taken = segments.flatMap(({ text }) => moneyIn(text)).filter(({ pence }) => pence < 0)
  return taken.length === 0 ? [] : [taken.reduce((sum, { pence }) => sum + pence, 0)]
}
