import { LayoutDashboard, ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import type { faceFor } from '#contract/dashboard/dashboard.ts'
import type { progressOf } from '#contract/tasks.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageHeading } from '#web/ui/layout/page.tsx'
import type { View } from '../hooks.ts'

interface WelcomeProps {
  face: ReturnType<typeof faceFor>
  isAllDone?: boolean
  /** Nothing can be done, because what is left belongs to closed cases. */
  isOnHold?: boolean
  /** At the end of the greeting. */
  aside?: ReactNode
  /** The client's progress. */
  children?: ReactNode
}

/** The greeting. On a phone it is one deep green card together with the progress. */
export const Welcome = ({ face, isAllDone = false, isOnHold = false, aside, children }: WelcomeProps) => {
  const name = useUser().firstName.trim() || 'User'
  const isNew = face === 'onboarding'
  return (
    <header className={`grid gap-4 max-md:rounded-xl max-md:p-5 md:gap-5.5 ${deepOnPhones}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 max-md:contents">
        <div className="grid min-w-0 gap-1.5">
          <PageHeading className="text-[1.75rem] wrap-anywhere md:text-title">
            {isNew ? `Welcome, ${name}!` : `Welcome back ${name}`}
          </PageHeading>
          <p className="text-base text-ink-soft">
            {isOnHold ? onHoldLead : isAllDone ? doneLead : leads[face]}
          </p>
        </div>
        {aside && <div className="flex flex-wrap items-center gap-2.5 max-md:order-1">{aside}</div>}
      </div>
      {children}
    </header>
  )
}

const leads = {
  onboarding: "Let's get you set up. Here's what you need to do.",
  returning: "Let's continue your onboarding",
}
const doneLead = 'Your tasks are done.'
const onHoldLead = 'You have no tasks to do now.'

// Changes the theme's colours inside the card, so that its content needs no colours of its own.
const deepOnPhones =
  'max-md:bg-brand-deep max-md:text-on-deep max-md:[--ink:var(--on-deep)] max-md:[--brand:var(--brass)] ' +
  'max-md:[--ink-soft:color-mix(in_oklch,var(--on-deep)_84%,transparent)] ' +
  'max-md:[--line:color-mix(in_oklch,var(--on-deep)_22%,transparent)] ' +
  'max-md:[--edge:color-mix(in_oklch,var(--on-deep)_45%,transparent)] ' +
  'max-md:[--surface:transparent] max-md:[--sunken:color-mix(in_oklch,var(--on-deep)_12%,transparent)]'

interface OverallProgressProps {
  /** Null while it is loading. Takes up the same space then. */
  progress: ReturnType<typeof progressOf> | null
  face: ReturnType<typeof faceFor>
  isGrouped?: boolean
}

/** The client's progress, and the estimated time for the rest. */
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

/** "4/8 Complete" */
export const Tally = ({ completed, total }: { completed: number; total: number }) => (
  <Badge plain>
    <span className="figures">{`${completed}/${total} Complete`}</span>
  </Badge>
)

/** Switches to the other view of the same tasks. */
export const ViewSwitch = ({ view, choose }: { view: View; choose: (view: View) => void }) => {
  const isGrouped = view === 'grouped'
  return (
    <Button
      size="small"
      data-print="hide"
      icon={isGrouped ? <LayoutDashboard /> : <ListTree />}
      onClick={() => choose(isGrouped ? 'overview' : 'grouped')}
    >
      {isGrouped ? 'Back to overview' : 'Grouped view'}
    </Button>
  )
}
