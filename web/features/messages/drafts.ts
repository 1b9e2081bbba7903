import { useState } from 'react'
import { z } from 'zod'
import { UserId } from '#contract/accounts.ts'
import { Attachment } from '#contract/messages.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { stored } from '#web/platform/storage.ts'

const Draft = z.strictObject({ content: z.string(), attachments: z.array(Attachment) })
export type Draft = z.infer<typeof Draft>

const empty: Draft = { content: '', attachments: [] }
const isEmpty = ({ content, attachments }: Draft) => content === '' && attachments.length === 0

// Of this tab alone, with its owner: somebody else who signs in here sees nothing of it.
const shelf = stored(
  'messages_drafts',
  z.strictObject({ owner: UserId, drafts: z.record(z.string(), Draft) }),
  { area: 'session' },
)

/** What is being written to one contact; it waits while another is written to, and when the page is loaded again. */
export const useDraft = (contactId: UserId) => {
  const { id: owner } = useUser()
  const [draft, setDraft] = useState(() => readAll(owner)[contactId] ?? empty)
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    const { [contactId]: _, ...others } = readAll(owner)
    const drafts = isEmpty(changed) ? others : { ...others, [contactId]: changed }
    if (Object.keys(drafts).length > 0) shelf.write({ owner, drafts })
    else shelf.clear()
  }
  return { draft, change, clear: () => change(empty) }
}

const readAll = (owner: UserId): Record<string, Draft> => {
  const kept = shelf.read()
  return kept?.owner === owner ? kept.drafts : {}
}
