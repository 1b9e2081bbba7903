import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { type UserId, UserId as UserIdShape } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type AttachmentType, MessageId } from '#contract/onboarding/chat.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { stored } from '#web/platform/storage.ts'
import { sendFile } from '#web/platform/upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { faultOf } from './capture/copy.ts'
import { askAgain, isOvertaken, keepConversation, newMessageId } from './chat.ts'
import { selfieFault, uploadFault, uploadFaultWords, uploadTrouble } from './copy.ts'

/** A message of the client that may not have reached the portal yet. */
const Outgoing = z.strictObject({
  id: MessageId,
  words: z.string(),
  /** The message whose button was pressed. Null for typed text. */
  answers: MessageId.nullable(),
  /** The portal refused the message. It is sent again when the client asks for it. */
  isRefused: z.boolean(),
})
export type Outgoing = z.infer<typeof Outgoing>

// Stored for this tab only, with its owner: a different user who signs in here sees none of it.
const shelf = stored('onboarding_unsent', z.strictObject({ owner: UserIdShape, items: z.array(Outgoing) }), {
  area: 'session',
})
const shelvedFor = (owner: UserId) => {
  const kept = shelf.read()
  return kept?.owner === owner ? kept.items : []
}

/** Milliseconds between two attempts to send a message. A reconnection triggers one too. */
const retryEvery = 10_000

interface Delivery {
  owner: UserId
  /** Resolves once the page shows that the portal has the message. */
  send: (item: Outgoing) => Promise<void>
  /** Called when the portal refuses a message. Returns whether the message stays, marked as not sent. */
  refused: (problem: Problem, item: Outgoing) => 'stays' | 'goes'
}

/** Sends the client's messages in order, and keeps trying while the network is down. */
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

/** Decides what happens to a message that failed. It waits if there is no network or the user is signed out. */
const fateOf = (error: unknown, refused: (problem: Problem) => 'stays' | 'goes') => {
  if (!(error instanceof Problem)) throw error
  return error.code === 'unavailable' || error.code === 'unauthenticated' ? 'waits' : refused(error)
}

/** Acts when the browser is online again, and every `retryEvery`, as the browser doesn't always notice. */
const useReconnection = (isOn: boolean, act: () => void) => {
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

interface Sent {
  file: File
  messageId: MessageId
  kind: AttachmentType
}

/** Returns whether an upload may be a PDF. A selfie must be a picture. */
export const takesPdf = (kind: AttachmentType) => kind !== 'selfie'

// Part 2, section 4: steps of ten up to 90%. The portal's response completes it.
const percentOf = (sent: number) => Math.min(90, Math.floor(sent * 10) * 10)

/** Sends the file that the newest message asks for. Without a network, keeps the file and sends it again by itself. */
export const useSending = () => {
  const cache = useQueryClient()
  const [percent, setPercent] = useState(0)
  // The newest choice, if it was refused before it was sent. It replaces what was said of an earlier file.
  const [refused, setRefused] = useState<{ messageId: MessageId; message: string } | null>(null)
  const { mutate, variables, isPending, error } = useMutation<void, Problem, Sent>({
    mutationFn: async ({ file, messageId }) => {
      setPercent(0)
      const onProgress = (sent: number) => setPercent(percentOf(sent))
      const next = await sendFile(onboarding.upload, { messageId }, { file, onProgress })
      setPercent(100)
      await keepConversation(cache, next)
    },
    onError: (problem, { kind }) => {
      if (isOvertaken(problem)) askAgain(cache).catch(() => {})
      // A repeated picture is reported beside the button to choose another.
      else if (problem.code !== 'unavailable' && problem.reason !== 'same_picture') tell(problem, kind)
    },
  })
  const isCutOff = error?.code === 'unavailable'
  const again = () => variables && mutate(variables)
  useReconnection(isCutOff, again)

  const send = (sent: Sent) => {
    const wrong = faultOf(sent.file, takesPdf(sent.kind))
    setRefused(wrong && { messageId: sent.messageId, message: wrong.text })
    if (wrong) toast({ title: wrong.title, description: wrong.text, variant: 'destructive' })
    else mutate(sent)
  }
  const troubleAt = (messageId: MessageId | undefined) => {
    if (refused) return refused.messageId === messageId ? uploadTrouble(refused) : null
    return error && !isOvertaken(error) && variables?.messageId === messageId ? uploadTrouble(error) : null
  }
  return {
    send,
    again,
    /** The file that is being sent, or waits for the network. */
    file: isPending || isCutOff ? variables?.file : undefined,
    percent,
    isPending,
    isCutOff,
    /** Returns what went wrong, while the conversation still waits for this file. */
    troubleAt,
  }
}

const tell = (problem: Problem, kind: AttachmentType) => {
  const words =
    kind === 'selfie' ? selfieFault : { title: uploadFault, description: uploadFaultWords(problem) }
  toast({ ...words, variant: 'destructive' })
}
