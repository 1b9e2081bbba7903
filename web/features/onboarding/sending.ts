import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import type { AttachmentType, MessageId } from '#contract/onboarding/chat.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { sendFile } from '#web/platform/upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { faultOf } from './capture/words.ts'
import { askAgain, isOvertaken, keepConversation } from './chat.ts'
import { useReconnection } from './outbox.ts'
import { selfieFault, uploadFault, uploadFaultWords, uploadTrouble } from './words.ts'

export interface Sent {
  file: File
  messageId: MessageId
  kind: AttachmentType
}

/** A selfie is a picture; anything else may be a PDF. */
export const takesPdf = (kind: AttachmentType) => kind !== 'selfie'

// Part 2, section 4: in steps of ten up to 90; the rest is the portal's answer.
const percentOf = (sent: number) => Math.min(90, Math.floor(sent * 10) * 10)

/** Sends the file that the newest message asks for. Without network it stays, and goes again by itself. */
export const useSending = () => {
  const cache = useQueryClient()
  const [percent, setPercent] = useState(0)
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
      // The same picture again is told beside the place to choose another.
      else if (problem.code !== 'unavailable' && problem.reason !== 'same_picture') tell(problem, kind)
    },
  })
  const isCutOff = error?.code === 'unavailable'
  const again = () => variables && mutate(variables)
  useReconnection(isCutOff, again)

  const send = (sent: Sent) => {
    const wrong = faultOf(sent.file, takesPdf(sent.kind))
    if (wrong) toast({ title: wrong.title, description: wrong.text, variant: 'destructive' })
    else mutate(sent)
  }
  return {
    send,
    again,
    /** On its way, or waiting for the network. */
    file: isPending || isCutOff ? variables?.file : undefined,
    percent,
    isPending,
    isCutOff,
    /** What went wrong, as long as the conversation waits for this file. */
    troubleAt: (messageId: MessageId | undefined) =>
      error && !isOvertaken(error) && variables?.messageId === messageId ? uploadTrouble(error) : null,
  }
}

const tell = (problem: Problem, kind: AttachmentType) => {
  const words =
    kind === 'selfie' ? selfieFault : { title: uploadFault, description: uploadFaultWords(problem) }
  toast({ ...words, variant: 'destructive' })
}
