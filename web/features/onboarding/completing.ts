import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { refresh } from '#web/platform/queries.ts'
import { checkSession, keepUser } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { markComplete } from './hooks.ts'

/** Ends onboarding: the pages unlock at once, and lock again should the portal refuse. */
export const useCompleteOnboarding = () => {
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
