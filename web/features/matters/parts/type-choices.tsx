import { useQuery } from '@tanstack/react-query'
import type { MatterId } from '#contract/matters/matters.ts'
import { roleNames } from '#contract/matters/party.ts'
import { type MatterType, matterTemplates, type TypePreview } from '#contract/templates/templates.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'

/** Number of steps in a type's template. Null if it has none. */
export const stepsOfType = (types: readonly MatterType[], type: string) =>
  types.find(({ name }) => name === type)?.steps ?? null

/** Says what a new case of this type starts with. Undefined if no type is chosen. */
export const templateWords = (types: readonly MatterType[], type: string) => {
  if (type === '') return undefined
  const steps = stepsOfType(types, type)
  return steps === null
    ? 'There’s no template for this type, so no steps are added.'
    : `Its template has ${counted(steps, 'step')}, which become tasks automatically.`
}

/** The types to choose from, and which of them bring no steps. Always includes the current one, unless it is empty. */
export const typeChoices = (types: readonly MatterType[], current = '') =>
  [...new Set([current, ...types.map(({ name }) => name)])].filter(Boolean).map((type) => ({
    value: type,
    label: stepsOfType(types, type) === null ? `${type} (no template)` : type,
  }))

/** The effects on an existing case, shown once they are known. */
export const StepsOfType = ({ id, type }: { id: MatterId; type: string }) => {
  const { data } = useQuery(query(matterTemplates.preview, { id, type }))
  return data && <StepChanges preview={data} />
}

/** The steps that a template adds to a case, who does each, and the steps it removes. */
export const StepChanges = ({ preview: { added, removed, kept } }: { preview: TypePreview }) => (
  <div className="grid gap-3 text-sm">
    {kept > 0 && (
      <p>
        {counted(kept, 'step')} of it {kept === 1 ? 'is' : 'are'} on this case already, and{' '}
        {kept === 1 ? 'stays' : 'stay'}.
      </p>
    )}
    {added.length > 0 && <StepNames name={`New: ${counted(added.length, 'step')}`} steps={added} />}
    {removed.length > 0 && <StepNames name="Removed, unless someone has started" steps={removed} />}
  </div>
)

const wordsOf = ({ roles, onlyIf }: TypePreview['added'][0]) =>
  [
    `for the ${roles.map((role) => roleNames[role].toLowerCase()).join(' and ')}`,
    onlyIf && `only if ${onlyIf}`,
  ]
    .filter(Boolean)
    .join(', ')

const StepNames = ({ name, steps }: { name: string; steps: TypePreview['added'] }) => (
  <div>
    <p className="font-semibold">{name}</p>
    <ul aria-label={name} className="list-disc pl-5">
      {steps.map((step) => (
        <li key={`${step.title} ${wordsOf(step)}`} className="wrap-anywhere">
          {step.title} <span className="text-ink-soft">· {wordsOf(step)}</span>
        </li>
      ))}
    </ul>
  </div>
)
