import type { ReactNode } from 'react'
import { faceFor } from '#contract/dashboard.ts'
import { isAllDone, progressOf, type Task } from '#contract/tasks.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { useRecentActivities } from '#web/features/activities/hooks.ts'
import { useTaskList } from '#web/features/tasks/hooks.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle } from '#web/ui/layout/page.tsx'
import { TipPlace } from '#web/ui/layout/tip-place.tsx'
import { AllDone } from './parts/all-done.tsx'
import { GroupedView } from './parts/grouped-view.tsx'
import { LoadingFault } from './parts/loading-fault.tsx'
import { NextCard } from './parts/next-card.tsx'
import { OnboardingSections } from './parts/onboarding-sections.tsx'
import { OverallProgress } from './parts/overall-progress.tsx'
import { RecentActivity } from './parts/recent-activity.tsx'
import { ResetBlock } from './parts/reset-block.tsx'
import { ReturningGroups } from './parts/returning-groups.tsx'
import { Tally } from './parts/tally.tsx'
import { OpenTaskDialog } from './parts/task-dialog.tsx'
import { ViewSwitch } from './parts/view-switch.tsx'
import { Welcome } from './parts/welcome.tsx'
import { useView, type View } from './view.ts'

/** What a client has to do and has done: one face on the day of onboarding, another on every return. */
export const DashboardPage = () => {
  const { data, error, refetch } = useTaskList({ enabled: true })
  const activity = useRecentActivities()

  if (data === undefined && error) return <Failed retry={() => void refetch()} />
  if (data === undefined || !activity.isSettled) return <Loading />
  return <Loaded tasks={data ?? []} activity={activity} />
}

const Loaded = ({ tasks, activity }: { tasks: Task[]; activity: Lately }) => {
  const user = useUser()
  const [view, chooseView] = useView()
  const face = faceFor(user, tasks)
  const isGrouped = view === 'grouped'
  const progress = progressOf(tasks)
  return (
    <Frame>
      <Welcome
        face={face}
        isAllDone={isAllDone(tasks)}
        aside={
          <>
            {face === 'onboarding' && <Tally {...progress} />}
            <ViewSwitch view={view} choose={chooseView} />
          </>
        }
      >
        <OverallProgress progress={progress} face={face} isGrouped={isGrouped} />
      </Welcome>
      <div className="flex flex-col gap-5.5 xl:flex-row xl:items-start">
        <div className="grid min-w-0 flex-1 gap-5.5">
          {isAllDone(tasks) ? <AllDone tasks={tasks} /> : <NextCard tasks={tasks} />}
          <div className="grid gap-4">
            <Tasks face={face} view={view} tasks={tasks} />
          </div>
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
      {/* As tall as what comes, so that nothing below it moves. */}
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
