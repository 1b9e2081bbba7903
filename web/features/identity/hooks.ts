import { useSuspenseQuery } from '@tanstack/react-query'
import { activities } from '#contract/activities.ts'
import { identity } from '#contract/identity.ts'
import { tasks } from '#contract/tasks.ts'
import { query, useCommand } from '#web/platform/queries.ts'

/** How the submitted verifications stand. */
export const useVerifications = () => useSuspenseQuery(query(identity.verifications, {})).data

export const useCompleteVerification = () =>
  useCommand(identity.complete, { refreshes: [tasks.list, activities.list, identity.verifications] })

/** What the client said to the comparison of faces. */
export const useFaceConsent = () => useSuspenseQuery(query(identity.faceConsent, {})).data

export const useWithdrawFaceConsent = () =>
  useCommand(identity.withdrawFaceConsent, { refreshes: [identity.faceConsent] })
