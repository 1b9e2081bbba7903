import { stagesOfType } from '../matters/stages.ts'
import { isPersonal, type TemplateStep } from './step.ts'
import type { MatterStep } from './templates.ts'

/**
 * Returns the stage of a type by which each step of a template should be over. A step whose due date is counted back
 * from a key date belongs to the stage of that date. Of the others, what is about a person belongs to the first stage
 * that waits for the client, what opens after other steps to the last, and the rest to the second. None belongs to an
 * earlier stage than a step that comes before it.
 */
export function stagesOfSteps(type: string, steps: readonly TemplateStep[]): Map<string, string> {
  const stages = stagesOfType(type)
  const clients = stages.flatMap(({ isClients }, at) => (isClients ? [at] : []))
  const [first = 0, second = first] = clients
  const last = clients.at(-1) ?? first
  const ownOf = ({ due, waitsFor, ...step }: TemplateStep) => {
    const dated = due.from === 'date' ? stages.findIndex(({ date }) => date === due.date) : -1
    if (dated >= 0) return dated
    if (waitsFor.length > 0) return last
    return isPersonal(step) ? first : second
  }
  const known = new Map<string, number>()
  const stageOf = (step: TemplateStep): number => {
    const before = known.get(step.key)
    if (before !== undefined) return before
    // Publishing refuses circles. In one that exists anyway, the stage of the first step is its own.
    known.set(step.key, ownOf(step))
    const earlier = steps.filter(({ key }) => step.waitsFor.includes(key))
    const stage = Math.max(ownOf(step), ...earlier.map(stageOf))
    known.set(step.key, stage)
    return stage
  }
  return new Map(steps.map((step) => [step.key, stages[stageOf(step)]?.key ?? '']))
}

/** Whether nothing is left to do for a step but that the firm decides what was sent for it. */
export const isInReview = ({ state, tasks }: Pick<Step, 'state' | 'tasks'>) =>
  state === 'ended' && tasks.some((task) => task.isInReview)

interface Step extends Pick<MatterStep, 'state' | 'neededBy'> {
  tasks: readonly Pick<MatterStep['tasks'][number], 'isInReview'>[]
}

/**
 * Returns the steps that should be over once a matter moves on from one stage of its type to another, and are not.
 * What the latest stage needs comes first. While a stage is the client's own, they are still doing its steps. Going
 * back leaves nothing behind.
 */
export function leftBehind<S extends Step>(
  steps: readonly S[],
  { type, from, to }: { type: string; from: string | undefined; to: string },
): S[] {
  const stages = stagesOfType(type)
  const indexOf = (wanted: string | null | undefined) => stages.findIndex(({ key }) => key === wanted)
  const target = indexOf(to)
  if (target <= indexOf(from)) return []
  const isReached = ({ neededBy }: S) => {
    const at = indexOf(neededBy)
    return at >= 0 && (at < target || (at === target && !stages[target]?.isClients))
  }
  return steps
    .filter(
      (step) => isReached(step) && (step.state === 'open' || step.state === 'waiting' || isInReview(step)),
    )
    .toSorted((a, b) => indexOf(b.neededBy) - indexOf(a.neededBy))
}
