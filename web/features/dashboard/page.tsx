import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { dashboard, faceFor, isTestUser } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { isAllDone, isFinished, progressOf, type Task, tasks } from '#contract/tasks.ts'
import { useRecentActivities } from '#web/features/activities/hooks.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle } from '#web/ui/layout/page.tsx'
import { TipPlace } from '#web/ui/layout/tip-place.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { type LeftBesideTasks, useLeftBesideTasks, useView, type View } from './hooks.ts'
import { AllDone, BesideTasks, NextCard, OnHold } from './parts/next-card.tsx'
import { LoadingFault, RecentActivity } from './parts/recent-activity.tsx'
import { ReturningGroups } from './parts/returning-groups.tsx'
import { OpenTaskDialog } from './parts/task-dialog.tsx'
import { GroupedView, OnboardingSections } from './parts/task-sections.tsx'
import { OverallProgress, Tally, ViewSwitch, Welcome } from './parts/welcome.tsx'

/** The client's tasks, open and done. Looks different during onboarding and on later visits. */
export const DashboardPage = () => {
  const { data, error, refetch } = useTaskList({ enabled: true })
  const activity = useRecentActivities()
  const { left, isSettled } = useLeftBesideTasks(data ?? [])

  if (data === undefined && error) return <Failed retry={() => void refetch()} />
  if (data === undefined || !activity.isSettled || !isSettled) return <Loading />
  return <Loaded tasks={data ?? []} activity={activity} left={left} />
}

interface LoadedProps extends NextProps {
  activity: Lately
}

const Loaded = ({ tasks, activity, left }: LoadedProps) => {
  const user = useUser()
  const [view, chooseView] = useView()
  const face = faceFor(user, tasks)
  const isGrouped = view === 'grouped'
  const progress = progressOf(tasks)
  const isOnHold = isWaiting({ tasks, left })
  // No group has anything in it. Progress is shown only while nothing is on hold: it would be that of a part.
  const isEmpty = isOnHold && tasks.length === 0
  return (
    <Frame>
      <Welcome
        face={face}
        isAllDone={isAllDone(tasks)}
        isOnHold={isOnHold}
        aside={
          !isEmpty && (
            <>
              {face === 'onboarding' && <Tally {...progress} />}
              <ViewSwitch view={view} choose={chooseView} />
            </>
          )
        }
      >
        {!isOnHold && <OverallProgress progress={progress} face={face} isGrouped={isGrouped} />}
      </Welcome>
      <div className="flex flex-col gap-5.5 xl:flex-row xl:items-start">
        <div className="grid min-w-0 flex-1 gap-5.5">
          <Next tasks={tasks} left={left} />
          {!isEmpty && (
            <div className="grid gap-4">
              <Tasks face={face} view={view} tasks={tasks} />
            </div>
          )}
        </div>
        <div className="grid gap-5.5 xl:w-77.5 xl:flex-none">
          <RecentActivity {...activity} />
          <TipPlace />
        </div>
      </div>
      <ResetBlock />
      <OpenTaskDialog tasks={tasks} />
    </Frame>
  )
}

interface NextProps {
  tasks: Task[]
  left: LeftBesideTasks | null
}

/** The task to do now, or why there is none. */
const Next = ({ tasks, left }: NextProps) => {
  if (left !== null && isWaiting({ tasks, left })) return <OnHold tasks={tasks} left={left} />
  if (isAllDone(tasks)) return <AllDone tasks={tasks} left={left} />
  return (
    <>
      <NextCard tasks={tasks} />
      {left && <BesideTasks left={left} />}
    </>
  )
}

/** Whether nothing can be done, but closed cases have tasks on hold. */
const isWaiting = ({ tasks, left }: NextProps) =>
  left !== null && left.held.tasks > 0 && tasks.every(isFinished)

const Tasks = ({ face, view, tasks }: { face: Face; view: View; tasks: Task[] }) => {
  if (view === 'grouped') return <GroupedView tasks={tasks} />
  return face === 'onboarding' ? <OnboardingSections tasks={tasks} /> : <ReturningGroups tasks={tasks} />
}

const Loading = () => {
  const { isNewlyOnboarded } = useUser()
  const face = isNewlyOnboarded ? 'onboarding' : 'returning'
  return (
    <Frame>
      <Welcome face={face}>
        <OverallProgress progress={null} face={face} />
      </Welcome>
      {/* As tall as the content to come, so that nothing below it moves. */}
      <div className="min-h-dvh">
        <Spinner words="Loading your dashboard..." hideWords={face === 'onboarding'} />
      </div>
    </Frame>
  )
}

const Failed = ({ retry }: { retry: () => void }) => (
  <Frame>
    <Welcome face="returning" />
    <LoadingFault retry={retry} />
  </Frame>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-290 gap-5.5">
    <DocumentTitle>Dashboard</DocumentTitle>
    {children}
  </div>
)

type Face = ReturnType<typeof faceFor>
type Lately = ReturnType<typeof useRecentActivities>

/** A button to reset the test account. Other accounts don't have it. */
const ResetBlock = () => (isTestUser(useUser()) ? <Reset /> : null)

// Set before the page reloads, so that it can confirm the reset afterwards.
const justReset = stored('testuser_reset', z.literal(true), { area: 'session' })

const useResetNotice = () =>
  useEffect(() => {
    if (!justReset.read()) return
    justReset.clear()
    notice({
      title: 'Reset Complete',
      description: 'Every task is to do again, and your documents are gone.',
    })
  }, [])

const Reset = () => {
  useResetNotice()
  const [isAsking, setAsking] = useState(false)
  const reset = useCommand(dashboard.resetTestUser, {
    refreshes: [tasks.list, activities.list, documents.list],
  })
  const start = () =>
    reset.mutate(
      {},
      {
        onSuccess: () => {
          justReset.write(true)
          location.reload()
        },
        onError: ({ message }) => {
          setAsking(false)
          const description = message || 'Failed to reset testuser data'
          notice({ title: 'Reset Failed', description, variant: 'error' })
        },
      },
    )
  return (
    <div data-print="hide" className={blockClass}>
      <p className="text-sm text-ink-soft">
        This is the test account. It can start over: every task to do, no documents.
      </p>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        trigger={<Button size="small">Reset Data</Button>}
        title="Reset Data"
        description="Are you sure you want to reset the testuser data? This will delete all documents and reset tasks."
        confirmLabel="Reset Data"
        destructive
        busy={reset.isPending}
        onConfirm={start}
      />
    </div>
  )
}

const blockClass =
  'flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-xl border border-dashed border-line px-4.5 py-3.5'
