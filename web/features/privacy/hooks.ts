import { useSuspenseQuery } from '@tanstack/react-query'
import { privacy, type RequestKind } from '#contract/privacy.ts'
import { query } from '#web/platform/queries.ts'

const own = query(privacy.requests, {})

/** Returns the client's own requests of one kind, newest first. */
export const useOwnRequests = (kind: RequestKind) =>
  useSuspenseQuery(own).data.filter((request) => request.kind === kind)

export const useFirmRequests = () => useSuspenseQuery(query(privacy.firmRequests, {})).data
