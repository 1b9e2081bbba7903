import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import type { UserId } from '#contract/accounts.ts'
import { Attachment, aboutParameter } from '#contract/messages.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { ownKey, stored } from '#web/platform/storage.ts'

const Draft = z.strictObject({ content: z.string(), attachments: z.array(Attachment) })
export type Draft = z.infer<typeof Draft>

const empty: Draft = { content: '', attachments: [] }
const isEmpty = ({ content, attachments }: Draft) => content === '' && attachments.length === 0

const shelfOf = (owner: UserId) => stored(ownKey(owner, 'messages_drafts'), z.record(z.string(), Draft))

/** What is being written to one contact; it waits on this device until it is sent, or its writer signs out. */
export const useDraft = (contactId: UserId) => {
  const { id: owner } = useUser()
  const [params] = useSearchParams()
  const about = params.get(aboutParameter)
  const [draft, setDraft] = useState(
    () => shelfOf(owner).read()?.[contactId] ?? (about === null ? empty : { ...empty, content: about }),
  )
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    const shelf = shelfOf(owner)
    const { [contactId]: _, ...others } = shelf.read() ?? {}
    const drafts = isEmpty(changed) ? others : { ...others, [contactId]: changed }
    if (Object.keys(drafts).length > 0) shelf.write(drafts)
    else shelf.clear()
  }
  return { draft, change, clear: () => change(empty) }
}
