import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { UserId } from '#contract/accounts.ts'
import { Attachment, messages } from '#contract/messages.ts'
import { Problem } from '#contract/problem.ts'
import { ask } from '#web/platform/ask.ts'
import { useUser } from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeepSent } from './hooks.ts'

/** Something that was written, and that the portal may not know yet. */
const Outgoing = z.strictObject({
  /** What it is known by wherever it is sent from: sent again, it is still one message. */
  key: z.string(),
  receiverId: UserId,
  content: z.string(),
  attachments: z.array(Attachment),
  writtenAt: z.number(),
  /** Sending it has failed; it goes again when its writer says so, or the network is back. */
  hasFailed: z.boolean(),
})
export type Outgoing = z.infer<typeof Outgoing>

// Of this tab alone, with its owner: somebody else who signs in here sees nothing of it.
const storage = stored('messages_unsent', z.strictObject({ owner: UserId, items: z.array(Outgoing) }), {
  area: 'session',
})

const storedFor = (owner: UserId) => {
  const kept = storage.read()
  return kept?.owner === owner ? kept.items : []
}

type Written = Pick<Outgoing, 'receiverId' | 'content' | 'attachments'>

/** Sends what was written in its order, one after the other; what failed is kept, also when the page is loaded again. */
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
