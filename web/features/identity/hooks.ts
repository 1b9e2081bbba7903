import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { activities } from '#contract/activities.ts'
import { identity } from '#contract/identity/identity.ts'
import { tasks } from '#contract/tasks.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'

/** The submitted verifications with their outcomes. */
export const useVerifications = () => useSuspenseQuery(query(identity.verifications, {})).data

const changed = [tasks.list, activities.list, identity.verifications]

export const useCompleteVerification = () => useCommand(identity.complete, { refreshes: changed })

/** Refreshes the queries that a submission changes, if it was made in another window. */
export const useSubmittedElsewhere = () => {
  const cache = useQueryClient()
  return () => refresh(cache, changed)
}

/** The client's consent to the comparison of faces. */
export const useFaceConsent = () => useSuspenseQuery(query(identity.faceConsent, {})).data

export const useWithdrawFaceConsent = () =>
  useCommand(identity.withdrawFaceConsent, { refreshes: [identity.faceConsent] })
