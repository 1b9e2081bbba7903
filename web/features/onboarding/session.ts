import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { sessionWords } from '#contract/identity/session.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Onboarding, onboarding, wantsSession } from '#contract/onboarding/onboarding.ts'
import { ask } from '#web/platform/ask.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { askAgain } from './chat.ts'

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
