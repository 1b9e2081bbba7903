import { Check } from 'lucide-react'
import { classes } from '../classes.ts'

export interface ProgressProps {
  /** 0 to 100. */
  value: number
  /** What is progressing: read out together with the value. */
  label: string
  /** The value in words, if "50%" is not what a person would say: "2 of 3 complete". */
  valueText?: string
  size?: 'thin' | 'medium'
  /** `deep` is for the deep green of a welcome card. */
  tone?: 'brand' | 'deep' | 'ok' | 'warn' | 'stop'
}

const fills = { brand: 'bg-brand', deep: 'bg-brass', ok: 'bg-ok', warn: 'bg-warn', stop: 'bg-stop' }

export const Progress = ({ value, label, valueText, size = 'medium', tone = 'brand' }: ProgressProps) => {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      data-print="exact"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText ?? `${percent}%`}
      className={classes(
        'overflow-hidden rounded-full',
        size === 'thin' ? 'h-1.5' : 'h-2',
        tone === 'deep' ? 'bg-on-deep/20' : 'bg-line dark:ring-1 dark:ring-edge dark:ring-inset',
      )}
    >
      <div
        style={{ transform: `translateX(${percent - 100}%)` }}
        className={classes('h-full rounded-full transition-transform duration-200 ease-out', fills[tone])}
      />
    </div>
  )
}

interface StepperProps {
  /** Names of the steps, in order. */
  steps: readonly string[]
  /** The step that is open, counted from 0; `steps.length` when all are done. */
  current: number
  label?: string
}

/** Shows the steps of a process and the current one. Phones show only the current step's name and number. */
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
