import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { quoted } from '#contract/kit/text.ts'
import { likenessWords, type Merge, merges, undoHours } from '#contract/merges.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { dateTimeText } from '#web/platform/clock.ts'
import { invalidate, query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AskOnce } from './parts/ask-once.tsx'
import { MergeDialog } from './parts/merge-dialog.tsx'

/** For administrators: possible duplicates of the client, and the records merged into this one. */
export const MergeCard = ({ id }: { id: UserId }) => {
  const cache = useQueryClient()
  const { data } = useQuery(query(merges.ofClient, { id }))
  const [compared, compare] = useState<UserId | 'any' | null>(null)
  if (!data) return null
  return (
    <Card>
      <CardTitle lead="If this client has a second account, make the two one.">Duplicate records</CardTitle>
      <div className="grid gap-3">
        {data.alike.map(({ id: otherId, name, because, canOpen }) => (
          <Callout
            key={otherId}
            tone="warn"
            title={
              <>
                May be the same person as <ClientName client={{ id: otherId, name, canOpen }} />
              </>
            }
            actions={
              <Button size="small" onClick={() => compare(otherId)}>
                Compare
              </Button>
            }
          >
            {`Both have ${because.map((reason) => likenessWords[reason]).join(', and ')}.`}
          </Callout>
        ))}
        {data.merges.map((merge) => (
          <Merged key={merge.id} merge={merge} done={() => invalidate(cache)} />
        ))}
        <AskOnce id={id} />
        <Button size="small" className="justify-self-start" onClick={() => compare('any')}>
          Merge another record
        </Button>
      </div>
      {compared && (
        <MergeDialog id={id} otherId={compared === 'any' ? null : compared} close={() => compare(null)} />
      )}
    </Card>
  )
}

const Merged = ({ merge, done }: { merge: Merge; done: () => Promise<void> }) => {
  const undo = useCommand(merges.undo, { refreshes: [] })
  const { id, name, email, by, at, undoneAt, doubled, canUndo } = merge
  return (
    <div className="grid gap-1.5">
      <p className="wrap-anywhere">
        {name} ({email}) was merged into this record by {by} on {dateTimeText(at)}.
        {undoneAt && ` Undone on ${dateTimeText(undoneAt)}.`}
      </p>
      {!undoneAt && doubled.closed.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Closed, because both records asked for it: {quoted(doubled.closed)}.
        </p>
      )}
      {!undoneAt && doubled.left.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Still asked for twice when they were merged: {quoted(doubled.left)}.
        </p>
      )}
      {canUndo && (
        <Confirm
          trigger={
            <Button size="small" className="justify-self-start">
              Undo
            </Button>
          }
          title="Undo this merge?"
          description={`Both records will be as they were before. What was added to this one since then stays here. You can undo a merge for ${undoHours} hours.`}
          busy={undo.isPending}
          confirmLabel="Undo the merge"
          onConfirm={() =>
            undo.mutate(
              { id },
              {
                onSuccess: () => {
                  toast({ title: 'Two records again', description: name, variant: 'success' })
                  void done()
                },
                onError: ({ message }) =>
                  toast({ title: 'Not undone', description: message, variant: 'error' }),
              },
            )
          }
        />
      )}
    </div>
  )
}
