import { Check } from 'lucide-react'
import { classes } from '../classes.ts'

export interface StepperProps {
  /** Names of the steps, in order. */
  steps: readonly string[]
  /** The step that is open, counted from 0; `steps.length` when all are done. */
  current: number
  label?: string
}

/** Where one is on a road of steps. Phones see the open step's name and number only. */
export const Stepper = ({ steps, current, label = 'Steps' }: StepperProps) => (
  <nav aria-label={label}>
    <p className="text-sm text-ink-soft sm:hidden">
      Step {Math.min(current + 1, steps.length)} of {steps.length}
      {steps[current] && <span className="font-semibold text-ink"> · {steps[current]}</span>}
    </p>
    <ol className="hidden gap-2 sm:flex">
      {steps.map((step, index) => (
        <Step key={step} name={step} number={index + 1} state={stateOf(index, current)} />
      ))}
    </ol>
  </nav>
)

type State = 'done' | 'open' | 'ahead'
const stateOf = (index: number, current: number): State =>
  index < current ? 'done' : index === current ? 'open' : 'ahead'

const dots = {
  done: 'border-ok bg-ok text-surface',
  open: 'border-brand bg-brand text-on-brand',
  ahead: 'border-edge text-ink-soft',
}

const Step = ({ name, number, state }: { name: string; number: number; state: State }) => (
  <li
    aria-current={state === 'open' ? 'step' : undefined}
    className={classes(
      'flex flex-1 items-center gap-2.5 border-t-2 pt-3 text-sm',
      state === 'ahead' ? 'border-line text-ink-soft' : 'border-brand',
      state === 'open' && 'font-semibold',
    )}
  >
    <span
      className={classes(
        'figures grid size-5.5 flex-none place-items-center rounded-full border-[1.5px] text-xs font-semibold',
        dots[state],
      )}
    >
      {state === 'done' ? <Check className="size-3.5! stroke-3!" /> : number}
    </span>
    {name}
    {state === 'done' && <span className="sr-only">(done)</span>}
  </li>
)
