import { Check } from 'lucide-react'
import type { StageProgress } from '#contract/matters/stages.ts'
import { shortDateText } from '#web/platform/clock.ts'
import { classes } from '#web/ui/classes.ts'
import { Progress } from '#web/ui/feedback/progress.tsx'

/** "waiting for the council · usually 10 working days · since 3 Nov 2026" */
const wordsOf = ({ words, usually, since, state }: StageProgress) => {
  if (state === 'done') return since ? shortDateText(since) : ''
  return [words, usually, since && `since ${shortDateText(since)}`].filter(Boolean).join(' · ')
}

const stageHead = ({ name }: Pick<StageProgress, 'name'>, words: string) => (words ? `${name} · ` : name)

/** The current stage of a matter, in one line. */
export const CurrentStage = ({ stages }: { stages: readonly StageProgress[] }) => {
  const at = stages.findIndex(({ state }) => state === 'current')
  const current = stages[at]
  if (!current) return null
  const words = wordsOf(current)
  const count = `Stage ${at + 1} of ${stages.length}`
  return (
    <div className="grid gap-2">
      <p className="figures flex flex-wrap justify-between gap-x-4 wrap-anywhere">
        <span>
          <span className="font-semibold">{stageHead(current, words)}</span>
          <span className="text-ink-soft">{words}</span>
        </span>
        <span className="text-sm text-ink-soft">{count}</span>
      </p>
      <Progress
        size="thin"
        value={((at + 1) / stages.length) * 100}
        label="Progress of this case"
        valueText={`${count}, ${current.name}`}
      />
    </div>
  )
}

/** All stages of a matter: those that are done and when, the current one, and those to come. */
export const StageTracker = ({ stages }: { stages: readonly StageProgress[] }) => (
  <ol aria-label="Stages" className="grid">
    {stages.map((stage) => {
      const { key, state } = stage
      const words = wordsOf(stage)
      return (
        <li
          key={key}
          aria-current={state === 'current' ? 'step' : undefined}
          className="group relative flex gap-3 pb-3.5 last:pb-0"
        >
          <span
            aria-hidden
            data-print="exact"
            className={classes(
              'absolute top-5 left-2.5 h-full w-px group-last:hidden',
              state === 'done' ? 'bg-ok' : 'bg-line',
            )}
          />
          <span
            aria-hidden
            data-print="exact"
            className={classes(
              'relative mt-0.5 grid size-5 flex-none place-items-center rounded-full border-[1.5px]',
              marks[state],
            )}
          >
            {state === 'done' && <Check className="size-3! stroke-3!" />}
          </span>
          <p className="figures min-w-0 wrap-anywhere">
            <span
              className={classes(
                state === 'current' && 'font-semibold',
                state === 'ahead' && 'text-ink-soft',
              )}
            >
              {stageHead(stage, words)}
            </span>
            <span className="text-sm text-ink-soft">{words}</span>
            {state === 'done' && <span className="sr-only"> (done)</span>}
          </p>
        </li>
      )
    })}
  </ol>
)

const marks = {
  done: 'border-ok bg-ok text-surface',
  current: 'border-brand bg-surface ring-4 ring-brand-tint',
  ahead: 'border-edge bg-surface',
}
