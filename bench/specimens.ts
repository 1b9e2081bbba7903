import { parseArgs } from 'node:util'
import { inspect } from '#inspector/inspect.ts'
import { writeSection } from './results.ts'
import { badCases } from './specimens-bad.ts'
import type { SpecimenCase } from './specimens-cases.ts'
import { forgedCases } from './specimens-forged.ts'
import { goodCases } from './specimens-good.ts'
import { specimenReport } from './specimens-report.ts'
import { type Scored, scoreOf } from './specimens-score.ts'

/**
 * Draws specimens, inspects each like an upload, and reports how the verdicts compare with the truth. `--every 5` takes
 * each fifth case, `--only licence` those whose kind or change contains it, and `--told` prints the failures.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    told: { type: 'boolean', default: false },
  },
})

const measured = async (specimen: SpecimenCase): Promise<Scored> => {
  const bytes = await specimen.make()
  const began = performance.now()
  const validation = await inspect(bytes, specimen.expectation)
  return scoreOf(specimen, validation, (performance.now() - began) / 1000)
}

const cases = [...goodCases(), ...badCases(), ...forgedCases()]
  .filter(({ kind, change }) => `${kind} ${change}`.includes(values.only))
  .filter((_, place) => place % Number(values.every) === 0)

// The first reading loads the models, so it does not count.
if (cases[0]) await measured(cases[0])
const scored: Scored[] = []
for (const specimen of cases) {
  const score = await measured(specimen)
  scored.push(score)
  if (values.told && (!score.isRight || (score.isGood && score.isProof && !score.isVerified)))
    console.error(
      `${score.isGood ? 'good' : 'BAD'} ${score.kind}, ${score.change}: ${score.isValid ? 'valid' : 'not valid'} ${score.confidence}; wrong: ${score.wrongFields.join() || '–'}; ${score.issues.join(' ')}`,
    )
}
writeSection('Generated specimens', specimenReport(scored, process.resourceUsage().maxRSS / 1024))
