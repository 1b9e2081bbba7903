import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type GateState, onboarding, shouldShowOnboarding } from '#contract/onboarding.ts'
import { pages } from '#contract/pages.ts'
import type { Problem } from '#contract/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { checkSession, keepUser, useCurrentUser } from '#web/features/accounts/hooks.ts'
import { useTaskList } from '#web/features/tasks/hooks.ts'
import { ask } from '#web/platform/ask.ts'
import { refresh } from '#web/platform/queries.ts'
import { toast } from '#web/ui/toast.ts'

// Kept beside the answers of the server, so that it goes with them when the client signs out.
const markKey = ['onboarding marked complete']
const mark = (cache: QueryClient, isComplete: boolean) => cache.setQueryData(markKey, isComplete)

/** What the onboarding gate is decided by. */
export const useGate = (): GateState => {
  const { user, isLoading } = useCurrentUser()
  const isClient = user?.role === 'client'
  const list = useTaskList({ enabled: isClient })
  const { data: isMarkedComplete } = useQuery({
    queryKey: markKey,
    queryFn: () => false,
    enabled: false,
    initialData: false,
  })
  const isWaiting = isLoading || (isClient && list.isPending)
  return { isLoading: isWaiting, user: user ?? null, tasks: list.data ?? null, isMarkedComplete }
}

export const useIsLocked = () => shouldShowOnboarding(useGate())

/** Ends onboarding: the pages unlock at once, and lock again should the portal refuse. */
export const useCompleteOnboarding = () => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation<{ user: Parameters<typeof keepUser>[1] }, Problem>({
    mutationFn: () => ask(onboarding.complete, {}),
    onMutate: () => mark(cache, true),
    onSuccess: async ({ user }) => {
      keepUser(cache, user)
      void checkSession(cache)
      await refresh(cache, [tasks.list])
      void navigate(pages.dashboard, { replace: true })
    },
    onError: () => {
      mark(cache, false)
      toast({
        title: 'Error',
        description: 'There was a problem completing your onboarding. Please try again.',
        variant: 'destructive',
      })
    },
  })
}
