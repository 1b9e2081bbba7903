import { Paperclip, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { withoutHiddenInProse } from '#contract/kit/text.ts'
import { invalidInput } from '#contract/kit/transport.ts'
import {
  Attachment,
  aboutParameter,
  type Contact,
  messageLength,
  messages,
  typingEvery,
} from '#contract/messages.ts'
import { ask } from '#web/platform/ask.ts'
import { useUser } from '#web/platform/session.ts'
import { ownKey, stored } from '#web/platform/storage.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { CharactersLeft } from '#web/ui/fields/characters-left.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeepSent } from '../hooks.tsx'
import { AttachDialog, Chosen } from './attachments.tsx'

/** Touch keyboards have no Shift+Enter, so there Enter adds a line and only the button sends. */
const hasKeys = () => matchMedia('(pointer: fine) and (width >= 48rem)').matches

/** Where a message is written. What was written goes into the outbox below, which the page keeps for all contacts. */
export const Composer = ({ contact, onWrite }: { contact: Contact; onWrite: Outbox['write'] }) => {
  const { draft, change, fault, type, send } = useWriting(contact, onWrite)
  const faultId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !hasKeys()) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} data-print="hide" className="grid gap-2 px-3 pb-3 md:px-5 md:pb-4">
      {draft.attachments.length > 0 && (
        <Chosen
          attachments={draft.attachments}
          onRemove={({ documentId }) =>
            change({
              attachments: draft.attachments.filter((attachment) => attachment.documentId !== documentId),
            })
          }
        />
      )}
      <div className="flex items-end gap-1 rounded-xl border border-edge bg-paper p-1.25 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
        <AttachDialog
          contact={contact}
          chosen={draft.attachments}
          onChoose={(attachments) => change({ attachments })}
          trigger={<IconButton label="Attach documents" icon={<Paperclip />} />}
        />
        <textarea
          aria-label={`Message to ${fullName(contact)}`}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          placeholder="Write a message"
          rows={1}
          value={draft.content}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          dir="auto"
          className="field-sizing-content max-h-40 min-h-[38px] min-w-0 flex-1 resize-none bg-transparent px-1.5 py-2 leading-normal outline-none placeholder:text-ink-soft max-md:text-[1rem] touch:min-h-11 touch:py-2.5"
        />
        <IconButton
          type="submit"
          variant="primary"
          label="Send"
          icon={<SendHorizontal />}
          aria-disabled={isBlank(draft) || undefined}
          className="aria-disabled:opacity-50"
        />
      </div>
      <p id={faultId} role="alert" className="text-sm text-stop empty:hidden">
        {fault}
      </p>
      <CharactersLeft text={draft.content} most={messageLength} />
    </form>
  )
}

const isBlank = ({ content }: Draft) => content.trim() === ''

/** The text and what is attached, until it is sent. */
const useWriting = (contact: Contact, onWrite: Outbox['write']) => {
  const { draft, change, clear } = useDraft(contact.id)
  const [fault, setFault] = useState<string>()
  const sayTyping = useSayTyping(contact.id)

  const send = () => {
    const content = withoutHiddenInProse(draft.content).trim()
    const wrong = isBlank(draft) && draft.attachments.length === 0 ? null : faultOf(contact, content)
    setFault(wrong ?? undefined)
    if (wrong !== undefined) return
    onWrite({ receiverId: contact.id, content, attachments: draft.attachments })
    clear()
  }
  const type = (content: string) => {
    setFault(undefined)
    change({ content })
    if (content.trim() !== '') sayTyping()
  }
  return { draft, change, fault, type, send }
}

/** Returns the contract's error for a text. Null if it is blank and needs no error, undefined if it is valid. */
const faultOf = ({ id }: Contact, content: string): string | null | undefined => {
  const read = z.safeDecode(messages.send.input, { receiverId: id, content })
  if (read.success) return undefined
  return invalidInput(read.error).fields.content ?? null
}

/** Tells the contact now and then that the user is typing. A lost request does no harm. */
const useSayTyping = (receiverId: UserId) => {
  const last = useRef(0)
  return () => {
    if (Date.now() - last.current < typingEvery) return
    last.current = Date.now()
    ask(messages.typing, { receiverId }).catch(() => {})
  }
}

const Draft = z.strictObject({ content: z.string(), attachments: z.array(Attachment) })
type Draft = z.infer<typeof Draft>

const empty: Draft = { content: '', attachments: [] }
const isEmpty = ({ content, attachments }: Draft) => content === '' && attachments.length === 0

const draftsOf = (owner: UserId) => stored(ownKey(owner, 'messages_drafts'), z.record(z.string(), Draft))

/** Returns the unsent text to one contact. This device keeps it until it is sent or the user signs out. */
const useDraft = (contactId: UserId) => {
  const { id: owner } = useUser()
  const [params] = useSearchParams()
  const about = params.get(aboutParameter)
  const [draft, setDraft] = useState(
    () => draftsOf(owner).read()?.[contactId] ?? (about === null ? empty : { ...empty, content: about }),
  )
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    const storage = draftsOf(owner)
    const { [contactId]: _, ...others } = storage.read() ?? {}
    const drafts = isEmpty(changed) ? others : { ...others, [contactId]: changed }
    if (Object.keys(drafts).length > 0) storage.write(drafts)
    else storage.clear()
  }
  return { draft, change, clear: () => change(empty) }
}

/** A message that may not have reached the portal yet. */
const Outgoing = z.strictObject({
  /** Idempotency key: a message that is sent twice is stored once. */
  key: z.string(),
  receiverId: UserId,
  content: z.string(),
  attachments: z.array(Attachment),
  writtenAt: z.number(),
  /** Sending failed. It is retried when the user asks for it, or when the network is back. */
  hasFailed: z.boolean(),
})
export type Outgoing = z.infer<typeof Outgoing>

// Stored for this tab only, with its owner: a different user who signs in here sees none of it.
const unsent = stored('messages_unsent', z.strictObject({ owner: UserId, items: z.array(Outgoing) }), {
  area: 'session',
})

const storedFor = (owner: UserId) => {
  const kept = unsent.read()
  return kept?.owner === owner ? kept.items : []
}

type Written = Pick<Outgoing, 'receiverId' | 'content' | 'attachments'>

/** Sends messages in order, one after the other. Keeps those that failed, even if the page is reloaded. */
export const useOutbox = () => {
  const { id: owner } = useUser()
  const keepSent = useKeepSent()
  const [items, setItems] = useState(() => storedFor(owner))
  const isSending = useRef(false)
  const next = items.find(({ hasFailed }) => !hasFailed)

  const change = (key: string, hasFailed: boolean) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, hasFailed } : item)))
  const drop = (key: string) => setItems((all) => all.filter((item) => item.key !== key))

  const deliver = useEffectEvent(async (item: Outgoing) => {
    try {
      keepSent(await post(item))
      toast({ title: 'Message sent' })
      drop(item.key)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      toast({ title: 'Failed to send message', description: error.message, variant: 'destructive' })
      change(item.key, true)
    } finally {
      isSending.current = false
    }
  })

  useEffect(() => {
    if (next === undefined || isSending.current) return
    isSending.current = true
    void deliver(next)
  }, [next])

  useEffect(() => {
    if (items.length > 0) unsent.write({ owner, items })
    else unsent.clear()
  }, [owner, items])

  useEffect(() => {
    const again = () => setItems((all) => all.map((item) => ({ ...item, hasFailed: false })))
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  return {
    items,
    write: (written: Written) =>
      setItems((all) => [
        ...all,
        { ...written, key: crypto.randomUUID(), writtenAt: Date.now(), hasFailed: false },
      ]),
    sendAgain: (key: string) => change(key, false),
    drop,
  }
}
export type Outbox = ReturnType<typeof useOutbox>

const post = ({ key, receiverId, content, attachments }: Outgoing) => {
  const ids = attachments.map(({ documentId }) => documentId)
  const input = { receiverId, content, ...(ids.length > 0 && { attachments: ids }) }
  return ask(messages.send, input, { 'idempotency-key': key })
}
