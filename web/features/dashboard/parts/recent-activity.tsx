import { type ReactNode, useEffect, useState } from 'react'
import { type Activity, isNew } from '#contract/activities.ts'
import type { useRecentActivities } from '#web/features/activities/hooks.ts'
import { now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'

/** The latest activities. Renders nothing while there are none. */
export const RecentActivity = ({ recent, error, refetch }: ReturnType<typeof useRecentActivities>) => {
  if (recent === undefined)
    return (
      error && (
        <Side>
          <LoadingFault retry={() => void refetch()} />
        </Side>
      )
    )
  if (recent.length === 0) return null
  return (
    <Side>
      <Card padded={false}>
        <h2 className="px-4.5 pt-4 pb-3 text-section">Recent Activity</h2>
        <ul className="mx-4.5 divide-y divide-line border-t border-line pb-2">
          {recent.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ul>
      </Card>
    </Side>
  )
}

const Side = ({ children }: { children: ReactNode }) => <aside aria-label="Recent Activity">{children}</aside>

const ActivityRow = ({ activity: { description, createdAt } }: { activity: Activity }) => (
  <li className="py-3">
    <div className="flex items-start justify-between gap-2.5">
      <p className="min-w-0 text-[0.875rem] font-semibold wrap-anywhere">{description}</p>
      <NewBadge createdAt={createdAt} />
    </div>
    <p className="text-sm text-ink-soft">
      <Ago at={createdAt} />
    </p>
  </li>
)

/** Disappears by itself when the activity is an hour old. */
const NewBadge = ({ createdAt }: Pick<Activity, 'createdAt'>) => {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    isNew({ createdAt }, at) && (
      <span data-print="hide">
        <Badge tone="ok" plain>
          New
        </Badge>
      </span>
    )
  )
}

/** Says that loading failed and that nothing is lost, with a button to retry. */
export const LoadingFault = ({ retry }: { retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title="Error loading data. Please try again later."
    actions={<Button onClick={retry}>Try again</Button>}
  >
    <p className="mb-2">Nothing you sent us has been lost.</p>
    <FirmContactLine />
  </Callout>
)
