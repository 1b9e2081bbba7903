import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type FirmMatterFile, type MatterId, matters } from '#contract/matters/matters.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { ownKey, stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { firmMatterAnswers } from '../hooks.ts'

/** Notes that only the firm can read. */
export const InternalNotes = ({ file: { id, notes } }: { file: FirmMatterFile }) => {
  const mayWrite = useMay()('matters.run')
  return (
    <Card>
      <CardTitle lead="Only people at the firm see these. Clients never do, nor does Obi.">
        Internal notes
      </CardTitle>
      <div className="grid gap-4">
        {mayWrite && <NoteForm id={id} />}
        {!mayWrite && notes.length === 0 && <p>No internal notes yet.</p>}
        {notes.length > 0 && (
          <ul aria-label="Internal notes" className="grid gap-3">
            {notes.map((note) => (
              <li key={note.id} className="grid gap-0.5 border-t border-line pt-3">
                <p className="wrap-anywhere whitespace-pre-line">{note.words}</p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {note.by} · {dateTimeText(note.at)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

/** A note that somebody is writing in a case. This device keeps it until it is added or its writer signs out. */
const noteDraftOf = (owner: UserId, id: MatterId) => stored(ownKey(owner, `case_note:${id}`), z.string())

const NoteForm = ({ id }: Pick<FirmMatterFile, 'id'>) => {
  const cache = useQueryClient()
  const { id: owner } = useUser()
  const form = useCommandForm(matters.addInternalNote, {
    start: { id, words: noteDraftOf(owner, id).read() ?? '' },
    once: useAttempt(),
    done: async () => {
      form.reset({ id, words: '' })
      await refresh(cache, firmMatterAnswers)
    },
  })
  const { watch } = form
  useEffect(() => {
    const draft = noteDraftOf(owner, id)
    const watching = watch(({ words = '' }) => (words === '' ? draft.clear() : draft.write(words)))
    return () => watching.unsubscribe()
  }, [watch, owner, id])
  return (
    <form {...form.props} className="grid gap-3">
      <TextArea label="New internal note" {...form.field('words')} />
      <FormFault>{form.fault}</FormFault>
      <div className="flex justify-end">
        <Button type="submit" size="small" busy={form.busy}>
          Add note
        </Button>
      </div>
    </form>
  )
}
