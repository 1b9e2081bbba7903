import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { quoted } from '#contract/kit/text.ts'
import { type DoubledTask, doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { invalidate, query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** What the client's cases still ask for twice, and a way to ask for it once. Nothing if there is none. */
export const AskOnce = ({ id }: { id: UserId }) => {
  const cache = useQueryClient()
  const { data: doubled = [] } = useQuery(query(doubledTasks.list, { id }))
  const [isAsking, setAsking] = useState(false)
  const command = useCommand(doubledTasks.askOnce, { refreshes: [] })
  if (doubled.length === 0) return null
  const isOneCase = new Set(doubled.flatMap(({ references }) => references)).size === 1
  const withdraw = () =>
    command.mutate(
      { id, taskIds: doubled.map((task) => task.id) },
      {
        onSuccess: (withdrawn) => {
          setAsking(false)
          void invalidate(cache)
          if (withdrawn.length > 0)
            toast({ title: 'Asked for once', description: titlesOf(withdrawn), variant: 'success' })
          else toast({ title: 'Nothing withdrawn', description: noneLeft, variant: 'info' })
        },
        onError: ({ message }) => toast({ title: 'Not withdrawn', description: message, variant: 'error' }),
      },
    )
  return (
    <Callout
      tone="warn"
      title="Asked for twice"
      actions={
        <Confirm
          open={isAsking}
          onOpenChange={setAsking}
          trigger={<Button size="small">Ask once</Button>}
          title="Ask once?"
          description={`This withdraws ${listWords(doubled)}. ${isOneCase ? 'That case uses' : 'Those cases use'} the client's other task ${doubled.length === 1 ? '' : 'for each '}instead. We'll tell them.`}
          busy={command.isPending}
          confirmLabel="Ask once"
          onConfirm={withdraw}
        />
      }
    >
      <span className="wrap-anywhere">
        {`The client is asked twice for the same. Nobody has started ${listWords(doubled)}.`}
      </span>
    </Callout>
  )
}

/** It may have been started, withdrawn or put on hold since, so no reason is given. */
const noneLeft = 'None of this can be withdrawn any more.'

const titlesOf = (tasks: readonly DoubledTask[]) => quoted(tasks.map(({ title }) => title))

/** “Your bank account” and “Your address” (HR-2026-00015). Those of one case together. */
const listWords = (tasks: readonly DoubledTask[]) =>
  [...Map.groupBy(tasks, ({ references }) => references.join(', '))]
    .map(([references, same]) => `${titlesOf(same)} (${references})`)
    .join(', ')
