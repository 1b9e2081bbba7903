import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { quoted } from '#contract/kit/text.ts'
import { type DoubledTask, doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { query, useCommand } from '#web/platform/queries.ts'
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
  const isOne = doubled.length === 1
  const withdraw = () =>
    command.mutate(
      { id, taskIds: doubled.map((task) => task.id) },
      {
        onSuccess: (withdrawn) => {
          setAsking(false)
          void cache.invalidateQueries()
          if (withdrawn.length > 0)
            toast({ title: 'Asked for once', description: titlesOf(withdrawn), variant: 'success' })
          else
            toast({ title: 'Nothing withdrawn', description: 'It has been started since.', variant: 'info' })
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
          description={`This withdraws ${listWords(doubled)}. ${isOne ? 'That case uses' : 'Those cases use'} what the client is asked for, or has done, in their other case. We'll tell the client.`}
          busy={command.isPending}
          confirmLabel="Ask once"
          onConfirm={withdraw}
        />
      }
    >
      <span className="wrap-anywhere">
        {`Two cases ask for the same. Nobody has started ${listWords(doubled)}.`}
      </span>
    </Callout>
  )
}

const titlesOf = (tasks: readonly DoubledTask[]) => quoted(tasks.map(({ title }) => title))

const listWords = (tasks: readonly DoubledTask[]) =>
  tasks.map(({ title, references }) => `“${title}” (${references.join(', ')})`).join(', ')
