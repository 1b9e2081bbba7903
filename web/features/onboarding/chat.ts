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

/** The conversation so far; suspends until it is there. */
export const useConversation = () => useSuspenseQuery(showQuery).data

/** Keeps what an answer told; a question that is still under way is older and must not overwrite it. */
export const keepConversation = async (cache: QueryClient, conversation: Onboarding) => {
  await cache.cancelQueries({ queryKey: showQuery.queryKey })
  cache.setQueryData(showQuery.queryKey, conversation)
}

/** Asks again where the conversation stands; rejects where that cannot be told. */
export const askAgain = (cache: QueryClient) => cache.fetchQuery({ ...showQuery, staleTime: 0 })

/** A second press, another tab or another device was first: the page only has to catch up. */
export const isOvertaken = (error: unknown) => error instanceof Problem && error.code === 'conflict'

/** The message that is answered now, by its buttons, its form or a file. */
export const liveMessage = ({ messages }: Onboarding): ChatMessage | null =>
  messages.findLast(({ isUser, isDisabled }) => !isUser && !isDisabled) ?? null

/** Made by the page, so that a message that is sent twice is said once. */
export const newMessageId = () => MessageId.parse(v7())

/** Answers the banking form. Rejects with a refusal whose fields are those of the form. */
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

/** Sends the update form to be compared with what was read and with the account. */
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

/** The server names a field by its path in the whole request; the form knows the end of it. */
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

/** Opens a verification session as soon as the conversation waits for one. */
export const useSessionMaking = (conversation: Onboarding) => {
  const cache = useQueryClient()
  const { mutate, isPending, isError } = useMutation<unknown, Problem>({
    mutationFn: async () => {
      const { success, error } = await ask(onboarding.generateSession, {})
      if (!success) tellNotMade(error)
      await askAgain(cache)
    },
    onError: ({ code }) => {
      if (code === 'conflict') askAgain(cache).catch(() => {})
      else tellNotMade(null)
    },
  })
  const isWanted = wantsSession(conversation)
  const make = useEffectEvent(() => isPending || mutate())
  useEffect(() => {
    if (isWanted) make()
  }, [isWanted])
  return { hasFailed: isWanted && isError, retry: () => mutate() }
}

const tellNotMade = (words: string | null) =>
  toast({
    title: sessionWords.notCreatedTitle,
    description: words ?? sessionWords.notCreated,
    variant: 'destructive',
  })

/** Once the modal is closed: asks how the session stands, and shows where that leads. */
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

/** Another device can open the address of a session where it is not this machine's own, and is safe to type. */
export const canHandOff = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>) =>
  protocol === 'https:' && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
