import type { MatterType } from '#contract/templates/templates.ts'
import { counted } from '#web/platform/clock.ts'

/** How many steps the template of a type has; null where there is none. */
export const stepsOfType = (types: readonly MatterType[], type: string) =>
  types.find(({ name }) => name === type)?.steps ?? null

/** What becomes of a new case of this type; undefined while none is chosen. */
export const templateWords = (types: readonly MatterType[], type: string) => {
  if (type === '') return undefined
  const steps = stepsOfType(types, type)
  return steps === null
    ? 'There’s no template for this type, so no steps are added.'
    : `Its template has ${counted(steps, 'step')}, which become tasks by themselves.`
}

/** The types to choose from; what a case is now stays possible. */
export const typeChoices = (types: readonly MatterType[], current: string) =>
  [...new Set([current, ...types.map(({ name }) => name)])].map((type) => ({ value: type, label: type }))
