import { useEffect, useState } from 'react'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { dashboard, isTestUser } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { useCommand } from '#web/platform/queries.ts'
import { stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { notice } from '#web/ui/feedback/notice.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'

/** For the test account alone: everything of it starts over. */
export const ResetBlock = () => (isTestUser(useUser()) ? <Reset /> : null)

// The page is loaded anew, and only then can it say so.
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
    <div data-print="hide" className={blockLook}>
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

const blockLook =
  'flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-xl border border-dashed border-line px-4.5 py-3.5'
