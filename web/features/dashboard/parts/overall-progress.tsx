import type { faceFor } from '#contract/dashboard.ts'
import type { progressOf } from '#contract/tasks.ts'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export interface OverallProgressProps {
  /** null while it is not known: the place is kept. */
  progress: ReturnType<typeof progressOf> | null
  face: ReturnType<typeof faceFor>
  isGrouped?: boolean
}

/** How far the client has come, and how long the rest will take. */
export const OverallProgress = ({ progress, face, isGrouped = false }: OverallProgressProps) => (
  <div className="grid gap-2.5 md:rounded-xl md:border md:border-line md:bg-surface md:p-5 md:shadow-1">
    {progress === null ? (
      <Skeleton className="h-[22.5px] w-32" />
    ) : (
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5">
        <p className="figures font-semibold">{progress.percentage}% complete</p>
        <p className="figures flex flex-wrap gap-x-5 text-sm text-ink-soft">
          {face === 'returning' && (
            <span>
              Tasks completed: {progress.completed}/{progress.total}
            </span>
          )}
          <span>
            {isGrouped ? 'Estimated remaining time' : 'Time to completion'}: ~{progress.minutesLeft} min
          </span>
        </p>
      </div>
    )}
    <Progress value={progress?.percentage ?? 0} label="Overall progress" />
  </div>
)
