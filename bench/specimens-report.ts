import type { Scored } from './specimens-score.ts'

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`)
const count = (list: Scored[], holds: (specimen: Scored) => boolean) => list.filter(holds).length
const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** Formats the results for drawn specimens. `memory` is the peak memory of the process in MB. */
export const specimenReport = (scored: Scored[], memory: number): string => {
  const good = scored.filter(({ isGood }) => isGood)
  const bad = scored.filter(({ isGood }) => !isGood)
  const proofs = good.filter(({ isProof }) => isProof)
  const seconds = scored.map((specimen) => specimen.seconds).toSorted((a, b) => a - b)
  return `${scored.length} drawn documents of make-believe people: ${good.length} good ones and ${bad.length} that must not pass.
Median ${at(seconds, 0.5).toFixed(2)} s, nine of ten within ${at(seconds, 0.9).toFixed(2)} s; peak memory ${Math.round(memory)} MB, the drawing included.

| | |
|---|---|
| good ones with every field right | ${percent(
    count(good, ({ isWhole }) => isWhole),
    good.length,
  )} of ${good.length} |
| good ones verified by themselves | ${percent(
    count(proofs, (specimen) => specimen.isVerified),
    proofs.length,
  )} of ${proofs.length} |
| good ones called not valid | ${percent(
    count(proofs, ({ isValid }) => !isValid),
    proofs.length,
  )} |
| bad ones caught (not called valid) | ${percent(
    count(bad, ({ isValid }) => !isValid),
    bad.length,
  )} of ${bad.length} |
| bad ones verified by themselves | ${count(bad, (specimen) => specimen.isVerified)} |

${goodTable(good, 'kind')}

${goodTable(good, 'change')}

${badTable(bad)}

${calibration(scored)}
`
}

const groups = (scored: Scored[], by: 'kind' | 'change') => [
  ...Map.groupBy(scored, (specimen) => specimen[by]),
]

const goodTable = (good: Scored[], by: 'kind' | 'change') => {
  const rows = groups(good, by).map(([name, list]) => {
    const proofs = list.filter(({ isProof }) => isProof)
    const whole = percent(
      count(list, ({ isWhole }) => isWhole),
      list.length,
    )
    const verified = percent(
      count(proofs, (specimen) => specimen.isVerified),
      proofs.length,
    )
    return `| ${name} | ${list.length} | ${whole} | ${verified} | ${percent(
      count(proofs, ({ isValid }) => !isValid),
      proofs.length,
    )} |`
  })
  return `| good, by ${by === 'kind' ? 'kind' : 'how it was taken'} | cases | every field right | verified | called not valid |
|---|---|---|---|---|
${rows.join('\n')}`
}

const badTable = (bad: Scored[]) => {
  const rows = groups(bad, 'change').map(([name, list]) => {
    const caught = percent(
      count(list, ({ isValid }) => !isValid),
      list.length,
    )
    return `| ${name} | ${list.length} | ${caught} | ${count(list, (specimen) => specimen.isVerified)} |`
  })
  return `| must not pass | cases | caught | verified |
|---|---|---|---|
${rows.join('\n')}`
}

/** The share of right verdicts at each level of confidence. */
const calibration = (scored: Scored[]) => {
  const edges = [0, 0.01, 0.5, 0.8, 0.9, 0.95, 1.01]
  const rows = edges.slice(0, -1).map((low, place) => {
    const high = edges[place + 1] ?? 1
    const list = scored.filter(({ confidence }) => confidence >= low && confidence < high)
    const right = count(list, ({ isRight }) => isRight)
    const name = low === 0 ? '0' : `${low} to ${Math.min(1, high)}`
    return `| ${name} | ${list.length} | ${percent(right, list.length)} |`
  })
  return `| confidence | verdicts | right |
|---|---|---|
${rows.join('\n')}`
}
