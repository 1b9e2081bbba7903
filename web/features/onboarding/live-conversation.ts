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
import { cacheUser, checkSession, useUser } from '#web/platform/session.ts'
import { useTimeout } from '#web/platform/timers.ts'
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
import { chatFault } from './copy.ts'
import { markComplete } from './hooks.ts'
import { type Outgoing, useOutbox, useSending } from './outbox.ts'
import { useIdleReminder, useReadingWatch, useStatusWatch } from './timers.ts'

export type LiveConversation = ReturnType<typeof useLiveConversation>

const begin: Option = "Let's begin"

/** Returns the conversation with all its actions, and runs what it does by itself. */
export const useLiveConversation = () => {
  const conversation = useConversation()
  const live = liveMessage(conversation)
  const outbox = useChatOutbox(conversation)
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
  useTimeout(conversation.redirectAfter, () => completion.mutate())
  // A client who has asked a question, or has started typing one, is not moved on before the answer.
  const [isTyping, setTyping] = useState(false)
  const hasSpoken = isTyping || outbox.items.length > 0 || conversation.messages.some(({ isUser }) => isUser)
  useTimeout(conversation.stage === 'welcome' && !hasSpoken ? delays.welcomeAdvance : null, () => {
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

const useChatOutbox = (conversation: Onboarding) => {
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

/** Returns what the assistant may need to know about the client's progress. */
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

/** The session's dialog over the chat. The client opens and closes it, and it closes when the conversation moves on. */
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

/** Ends onboarding. Unlocks the pages at once, and locks them again if the portal refuses. */
const useCompleteOnboarding = () => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation<{ user: Parameters<typeof cacheUser>[1] }, Problem>({
    mutationFn: () => ask(onboarding.complete, {}),
    onMutate: () => markComplete(cache, true),
    onSuccess: async ({ user }) => {
      cacheUser(cache, user)
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

/** Stores one form's values for as long as the page is open, in memory only. */
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

/**
 * Returns the values typed into the chat's forms. A question in between renders a form again, which must not lose them.
 */
const useTyped = (): Typed => useState(places)[0]

/** Stores a form's values when it unmounts. */
export const useKept = <T>(read: () => Partial<T>, { keep }: Place<T>) => {
  const onLeave = useEffectEvent(() => keep({ ...read() }))
  useEffect(() => () => onLeave(), [])
}
