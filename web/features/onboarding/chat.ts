import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { v7 } from 'uuid'
import { sessionWords } from '#contract/identity/session.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type ChatMessage, MessageId } from '#contract/onboarding/chat.ts'
import { type Onboarding, onboarding, wantsSession } from '#contract/onboarding/onboarding.ts'
import type { BankingDetails, DataCheck, UserData } from '#contract/onboarding/user-data.ts'
import { ask } from '#web/platform/ask.ts'
import { query } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

const showQuery = query(onboarding.show, {})

/** Returns the conversation so far. Suspends until it is loaded. */
export const useConversation = () => useSuspenseQuery(showQuery).data

/** Caches the conversation of a response. Cancels queries under way, because their older result would overwrite it. */
export const keepConversation = async (cache: QueryClient, conversation: Onboarding) => {
  await cache.cancelQueries({ queryKey: showQuery.queryKey })
  cache.setQueryData(showQuery.queryKey, conversation)
}

/** Fetches the conversation again. Rejects if that fails. */
export const askAgain = (cache: QueryClient) => cache.fetchQuery({ ...showQuery, staleTime: 0 })

/** Returns whether a second press, another tab or another device was first. The page then only has to catch up. */
export const isOvertaken = (error: unknown) => error instanceof Problem && error.code === 'conflict'

/** Returns the message that can be answered now, by its buttons, its form or a file. */
export const liveMessage = ({ messages }: Onboarding): ChatMessage | null =>
  messages.findLast(({ isUser, isDisabled }) => !isUser && !isDisabled) ?? null

/** Makes an ID in the browser, so that a message that is sent twice is stored once. */
export const newMessageId = () => MessageId.parse(v7())

/** Submits the banking form. Rejects with a problem whose fields are those of the form. */
export const useGiveBank = () => {
  const cache = useQueryClient()
  return useMutation<void, Problem, { messageId: MessageId; bank: BankingDetails }>({
    mutationFn: async ({ messageId, bank }) => {
      const answer = { kind: 'banking_details' as const, ...bank }
      const next = await fieldsOf('answer.', () => ask(onboarding.answer, { messageId, answer }))
      await keepConversation(cache, next)
    },
    onError: (error) => void (isOvertaken(error) && askAgain(cache).catch(() => {})),
  })
}

/** Submits the update form, to be compared with the documents and the account. */
export const useCheckData = () => {
  const cache = useQueryClient()
  return useMutation<DataCheck, Problem, UserData>({
    mutationFn: async (userData) => {
      const input = { userData, verificationSource: 'user_submitted' as const }
      const check = await fieldsOf('userData.', () => ask(onboarding.verifyData, input))
      await askAgain(cache)
      return check
    },
    onError: (error) => void (isOvertaken(error) && askAgain(cache).catch(() => {})),
  })
}

/** Renames the fields of a problem: the server names the path in the whole request, the form knows only its end. */
const fieldsOf = async <T>(prefix: string, act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, fields, reason } = error
    const short = Object.entries(fields).map(([name, words]) => [name.replace(prefix, ''), words] as const)
    throw new Problem(code, message, { fields: Object.fromEntries(short), ...(reason && { reason }) })
  }
}

/** Starts a verification session as soon as the conversation waits for one. */
export const useSessionMaking = (conversation: Onboarding) => {
  const cache = useQueryClient()
  const { mutate, isPending, isError } = useMutation<unknown, Problem>({
    mutationFn: async () => {
      const { success, error } = await ask(onboarding.generateSession, {})
      if (!success) toastNotCreated(error)
      await askAgain(cache)
    },
    onError: ({ code }) => {
      if (code === 'conflict') askAgain(cache).catch(() => {})
      else toastNotCreated(null)
    },
  })
  const isWanted = wantsSession(conversation)
  const make = useEffectEvent(() => isPending || mutate())
  useEffect(() => {
    if (isWanted) make()
  }, [isWanted])
  return { hasFailed: isWanted && isError, retry: () => mutate() }
}

const toastNotCreated = (words: string | null) =>
  toast({
    title: sessionWords.notCreatedTitle,
    description: words ?? sessionWords.notCreated,
    variant: 'destructive',
  })

/** Asks for the session's status once the dialog is closed, and shows what follows from it. */
export const useSessionCheck = () => {
  const cache = useQueryClient()
  return useMutation<unknown, Problem>({
    mutationFn: async () => {
      const { success, message } = await ask(onboarding.status, {})
      await askAgain(cache)
      if (!success) throw new Problem('unavailable', message)
    },
  })
}

/** Returns whether another device can open the session's address: it is not this machine's own, and uses HTTPS. */
export const canHandOff = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>) =>
  protocol === 'https:' && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
