import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { type UserId, UserId as UserIdShape } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MessageId } from '#contract/onboarding/chat.ts'
import { stored } from '#web/platform/storage.ts'
import { newMessageId } from './chat.ts'

/** Something the client has said and the portal may not know yet. */
const Outgoing = z.strictObject({
  id: MessageId,
  words: z.string(),
  /** The message whose button was pressed; null for typed words. */
  answers: MessageId.nullable(),
  /** The portal has refused it; it goes again when the client says so. */
  isRefused: z.boolean(),
})
export type Outgoing = z.infer<typeof Outgoing>

// Of this tab alone, with its owner: somebody else who signs in here sees nothing of it.
const shelf = stored('onboarding_unsent', z.strictObject({ owner: UserIdShape, items: z.array(Outgoing) }), {
  area: 'session',
})
const shelvedFor = (owner: UserId) => {
  const kept = shelf.read()
  return kept?.owner === owner ? kept.items : []
}

/** How often a message that could not be sent is tried again, in milliseconds, besides every reconnection. */
const retryEvery = 10_000

interface Delivery {
  owner: UserId
  /** Resolves once the page shows that the portal has it. */
  send: (item: Outgoing) => Promise<void>
  /** Told of a refusal; whether the message stays, marked as not sent. */
  refused: (problem: Problem, item: Outgoing) => 'stays' | 'goes'
}

/** Sends what the client says in its order, and goes on trying while the network is away. */
export const useOutbox = ({ owner, send, refused }: Delivery) => {
  const [items, setItems] = useState(() => shelvedFor(owner))
  const [isCutOff, setCutOff] = useState(false)
  const isSending = useRef(false)
  const next = items.find(({ isRefused }) => !isRefused)

  const deliver = useEffectEvent(async (item: Outgoing) => {
    const outcome = await send(item).then(
      () => 'goes' as const,
      (error: unknown) => fateOf(error, (problem) => refused(problem, item)),
    )
    isSending.current = false
    if (outcome === 'waits') return setCutOff(true)
    if (outcome === 'goes') return setItems((all) => all.filter(({ id }) => id !== item.id))
    return setItems((all) =>
      all.map((queued) => (queued.id === item.id ? { ...queued, isRefused: true } : queued)),
    )
  })

  useEffect(() => {
    if (next === undefined || isCutOff || isSending.current) return
    isSending.current = true
    void deliver(next)
  }, [next, isCutOff])

  useEffect(() => {
    if (items.length > 0) shelf.write({ owner, items })
    else shelf.clear()
  }, [owner, items])

  const again = () => setCutOff(false)
  useReconnection(isCutOff, again)

  const say = (words: string, answers: MessageId | null = null) =>
    setItems((all) => [...all, { id: newMessageId(), words, answers, isRefused: false }])
  const sendAgain = () => {
    setItems((all) => all.map((item) => ({ ...item, isRefused: false })))
    again()
  }
  return { items, isCutOff, say, sendAgain }
}

/** Without network, or signed out, nothing was refused: it waits. */
const fateOf = (error: unknown, refused: (problem: Problem) => 'stays' | 'goes') => {
  if (!(error instanceof Problem)) throw error
  return error.code === 'unavailable' || error.code === 'unauthenticated' ? 'waits' : refused(error)
}

/** Acts as soon as the browser is online again, and now and then: it does not always know. */
export const useReconnection = (isOn: boolean, act: () => void) => {
  const onTime = useEffectEvent(act)
  useEffect(() => {
    if (!isOn) return
    const tryIt = () => onTime()
    const timer = setInterval(tryIt, retryEvery)
    addEventListener('online', tryIt)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tryIt)
    }
  }, [isOn])
}
