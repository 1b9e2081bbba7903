import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { delays, type Option, startVerification } from '#contract/onboarding/chat.ts'
import { type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import type { BankingDetails, KnownData } from '#contract/onboarding/user-data.ts'
import { tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { refresh } from '#web/platform/queries.ts'
import { checkSession, keepUser, useUser } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  askAgain,
  isOvertaken,
  keepConversation,
  liveMessage,
  useCheckData,
  useConversation,
  useSessionCheck,
  useSessionMaking,
} from './chat.ts'
import { markComplete } from './hooks.ts'
import { type Outgoing, useOutbox, useSending } from './outbox.ts'
import { useIdleReminder, useLater, useReadingWatch, useStatusWatch } from './timers.ts'
import { chatFault } from './words.ts'

export type Talk = ReturnType<typeof useTalk>

const begin: Option = "Let's begin"

/** The conversation with everything that can be done in it, and what it does by itself. */
export const useTalk = () => {
  const conversation = useConversation()
  const live = liveMessage(conversation)
  const outbox = useTalking(conversation)
  const sending = useSending()
  const making = useSessionMaking(conversation)
  const modal = useModal(conversation)
  const watch = useStatusWatch(conversation)
  const check = useCheckData()
  const typed = useTyped()
  const completion = useCompleteOnboarding()
  const isAnswering = outbox.items.some(({ answers }) => answers !== null)

  useReadingWatch(conversation)
  useIdleReminder(conversation, modal.url !== null || sending.isPending)
  useLater(conversation.redirectAfter, () => completion.mutate())
  // Whoever asks something of their own first, or has begun to type it, is not hurried past the answer.
  const [isTyping, setTyping] = useState(false)
  const hasSpoken = isTyping || outbox.items.length > 0 || conversation.messages.some(({ isUser }) => isUser)
  useLater(conversation.stage === 'welcome' && !hasSpoken ? delays.welcomeAdvance : null, () => {
    if (live) outbox.say(begin, live.id)
  })

  const choose = (option: string) => {
    if (option === startVerification) modal.open()
    else if (live) outbox.say(option, live.id)
  }
  return {
    conversation,
    live,
    outbox,
    isAnswering,
    choose,
    stay: () => setTyping(true),
    sending,
    making,
    modal,
    watch,
    check,
    typed,
    completion,
  }
}

const useTalking = (conversation: Onboarding) => {
  const cache = useQueryClient()
  const { id: owner } = useUser()
  const send = async ({ id, words, answers }: Outgoing) => {
    if (answers !== null) {
      const answer = { kind: 'option' as const, option: words }
      return keepConversation(cache, await ask(onboarding.answer, { messageId: answers, answer }))
    }
    await ask(onboarding.chat, { id, message: words, ...contextOf(conversation) })
    await askAgain(cache)
  }
  const refused = (problem: Problem, { answers }: Outgoing) => {
    const isQuestion = answers === null && !isOvertaken(problem)
    if (isQuestion) toast({ title: chatFault, variant: 'destructive' })
    else askAgain(cache).catch(() => {})
    if (!isQuestion && !isOvertaken(problem))
      toast({ title: 'Not sent', description: problem.message, variant: 'destructive' })
    return isQuestion ? ('stays' as const) : ('goes' as const)
  }
  return useOutbox({ owner, send, refused })
}

/** What the assistant may want to know of where the client stands. */
const contextOf = ({ stage, road, collected, messages, session }: Onboarding) => ({
  currentStage: stage,
  context: {
    selectedIDType: collected.selectedIDType ?? null,
    hasGeneratedSession: session !== null,
    hasStartedVerification: messages.some((message) => message.stage === 'verification_progress'),
    verificationCompleted: messages.some((message) => message.stage === 'verification_success'),
    usingIDScanVerification: road === 'camera',
  },
})

/** The session over the chat: open by a press, gone by another, or when the conversation has gone on. */
const useModal = ({ stage, session }: Onboarding) => {
  const cache = useQueryClient()
  const check = useSessionCheck()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const isOpen = stage === 'upload_document' && session !== null && session.sessionId === openedId
  return {
    url: isOpen ? session.sessionUrl : null,
    open: () => setOpenedId(session?.sessionId ?? null),
    close: () => {
      setOpenedId(null)
      check.mutate()
    },
    look: () => void askAgain(cache).catch(() => {}),
    check,
  }
}

/** Ends onboarding: the pages unlock at once, and lock again should the portal refuse. */
const useCompleteOnboarding = () => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation<{ user: Parameters<typeof keepUser>[1] }, Problem>({
    mutationFn: () => ask(onboarding.complete, {}),
    onMutate: () => markComplete(cache, true),
    onSuccess: async ({ user }) => {
      keepUser(cache, user)
      void checkSession(cache)
      await refresh(cache, [tasks.list])
      void navigate(pages.dashboard, { replace: true })
    },
    onError: () => {
      markComplete(cache, false)
      toast({
        title: 'Error',
        description: 'There was a problem completing your onboarding. Please try again.',
        variant: 'destructive',
      })
    },
  })
}

/** Keeps one thing for as long as the page is open, and nowhere else. */
const place = <T>() => {
  let kept: Partial<T> = {}
  return {
    read: () => kept,
    keep: (value: Partial<T>) => {
      kept = value
    },
  }
}
type Place<T> = ReturnType<typeof place<T>>

const places = () => ({ bank: place<BankingDetails>(), details: place<KnownData>() })
export type Typed = ReturnType<typeof places>

/** What stands in the forms of the chat: a question in between draws them anew, and takes nothing away. */
const useTyped = (): Typed => useState(places)[0]

/** Keeps what stands in a form when it goes. */
export const useKept = <T>(read: () => Partial<T>, { keep }: Place<T>) => {
  const onLeave = useEffectEvent(() => keep({ ...read() }))
  useEffect(() => () => onLeave(), [])
}
