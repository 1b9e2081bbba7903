import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { GateState } from '#contract/onboarding/gate.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { useCurrentUser } from '#web/platform/session.ts'

// Kept in the query cache, so that it is cleared when the client signs out.
const markKey = ['onboarding marked complete']
export const markComplete = (cache: QueryClient, isComplete: boolean) =>
  cache.setQueryData(markKey, isComplete)

/** Returns the state that the onboarding gate decides by. */
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
  // A client who has finished onboarding is never led back to it, so their page need not wait for the tasks.
  const isWaiting = isLoading || (isClient && user.isFirstLogin && list.isPending)
  return { isLoading: isWaiting, user: user ?? null, tasks: list.data ?? null, isMarkedComplete }
}
