import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { activities } from '#contract/activities.ts'
import { identity } from '#contract/identity/identity.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'

/** The submitted verifications with their outcomes. */
export const useVerifications = () => useSuspenseQuery(query(identity.verifications, {})).data

const changed = [tasks.list, activities.list, identity.verifications]

export const useCompleteVerification = () => useCommand(identity.complete, { refreshes: changed })

/**
 * Refreshes the queries that a submission changes, if it was made in another window or its answer was lost. Returns the
 * task, or undefined if it could not be looked up.
 */
export const useCatchUp = () => {
  const cache = useQueryClient()
  return async (id: TaskId) => {
    await refresh(cache, changed)
    const { queryKey } = query(tasks.list, {})
    const isKnown = cache.getQueryState(queryKey)?.status === 'success'
    return isKnown ? cache.getQueryData(queryKey)?.find((task) => task.id === id) : undefined
  }
}

/** The client's consent to the comparison of faces. */
export const useFaceConsent = () => useSuspenseQuery(query(identity.faceConsent, {})).data

export const useWithdrawFaceConsent = () =>
  useCommand(identity.withdrawFaceConsent, { refreshes: [identity.faceConsent] })
