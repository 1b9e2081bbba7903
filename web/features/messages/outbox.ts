import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { Attachment, messages } from '#contract/messages.ts'
import { ask } from '#web/platform/ask.ts'
import { useUser } from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeepSent } from './hooks.tsx'

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
const storage = stored('messages_unsent', z.strictObject({ owner: UserId, items: z.array(Outgoing) }), {
  area: 'session',
})

const storedFor = (owner: UserId) => {
  const kept = storage.read()
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
      keepSent(await send(item))
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
    if (items.length > 0) storage.write({ owner, items })
    else storage.clear()
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

const send = ({ key, receiverId, content, attachments }: Outgoing) => {
  const ids = attachments.map(({ documentId }) => documentId)
  const input = { receiverId, content, ...(ids.length > 0 && { attachments: ids }) }
  return ask(messages.send, input, { 'idempotency-key': key })
}
