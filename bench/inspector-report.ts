import { fields, type Scored } from './inspector-score.ts'

interface Figures {
  ours: Scored[]
  /** Null if tesseract is not installed. */
  theirs: Scored[] | null
  /** Seconds for each picture including its print. */
  whole: number[]
  /** Seconds of the first reading, in which the networks are loaded. */
  start: number
  /** Peak memory of the process in bytes. */
  memory: number
}

/** Writes the section "Reading documents" of RESULTS.md. */
export const reportReading = ({
  ours,
  theirs,
  whole,
  start,
  memory,
}: Figures): string => `${ours.length} labelled pictures of passports, cards and visas, ${large(ours).length} of them 520 pixels wide or more.

| | all | 520 px and more | tesseract, all |
|---|---|---|---|
${rows.map(([name, measure]) => `| ${name} | ${measure(ours)} | ${measure(large(ours))} | ${theirs ? measure(theirs) : 'not installed'} |`).join('\n')}

| seconds | median | p90 |
|---|---|---|
| the machine readable zone, from the file | ${timesOf(ours.map(({ seconds }) => seconds))} |
| the same, 520 px and more | ${timesOf(large(ours).map(({ seconds }) => seconds))} |
| with all other print on the picture | ${timesOf(whole)} |

First reading, networks loaded: ${start.toFixed(1)} s. Memory at its largest: ${Math.round(memory / 1e6)} MB.

| confidence | pictures | every field right |
|---|---|---|
${bands.map(([from, to]) => bandRow(ours, [from, to])).join('\n')}
`

const large = (scores: Scored[]) => scores.filter(({ isLarge }) => isLarge)

const share = (test: (score: Scored) => boolean) => (scores: Scored[]) => {
  const count = scores.filter(test).length
  return `${count} of ${scores.length} (${scores.length === 0 ? 0 : Math.round((count / scores.length) * 100)}%)`
}

const rows: [string, (scores: Scored[]) => string][] = [
  ['a zone is found', share(({ isFound }) => isFound)],
  ['every letter of it right', share(({ isExact }) => isExact)],
  ['all check digits hold', share(({ areDigitsRight }) => areDigitsRight)],
  ['every field right', share(({ isEveryFieldRight }) => isEveryFieldRight)],
  ['both names right', share(({ areNamesRight }) => areNamesRight)],
  ...fields.map((field): [string, (scores: Scored[]) => string] => [
    `${field} right`,
    share(({ right }) => right[field]),
  ]),
  [
    '**false accepts** (digits hold unrepaired, a checked field wrong)',
    share(({ isFalseAccept }) => isFalseAccept),
  ],
]

const bands: [number, number][] = [
  [0.9, 1.01],
  [0.75, 0.9],
  [0.5, 0.75],
  [0, 0.5],
]

const bandRow = (scores: Scored[], [from, to]: [number, number]) => {
  const within = scores.filter(({ confidence, isFound }) => isFound && confidence >= from && confidence < to)
  const right = share(({ isEveryFieldRight }) => isEveryFieldRight)(within)
  return `| ${from} to ${Math.min(1, to)} | ${within.length} | ${right} |`
}

const timesOf = (seconds: number[]) => {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2)
  return `${at(0.5)} | ${at(0.9)}`
}
