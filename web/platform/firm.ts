import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type Firm, settings } from '#contract/settings.ts'
import { query } from '#web/platform/queries.ts'

const firmQuery = query(settings.firm, {})

/** Caches the firm's details that came with the page. */
export const cacheFirm = (cache: QueryClient, firm: Firm) => cache.setQueryData(firmQuery.queryKey, firm)

/** Returns what everyone may know of the firm. Suspends until it is loaded. */
export const useFirm = (): Firm => useSuspenseQuery(firmQuery).data

/**
 * The same for parts of the page that do not depend on it. `firm` is null while it loads, and if it cannot be loaded.
 */
export const useKnownFirm = () => {
  const { data, isLoading } = useQuery({ ...firmQuery, retry: 1, retryOnMount: false })
  return { firm: data ?? null, isLoading }
}

/**
 * Returns whether emails reach people: by a mail server, or in the demo's outbox. True until the firm's details are
 * known.
 */
export const useSendsEmail = () => {
  const { firm } = useKnownFirm()
  return firm === null || firm.isDemo || firm.sendsEmail
}

/** Returns whether a mail server is set up, which the demo has none of. True until the firm's details are known. */
export const useHasMailServer = () => useKnownFirm().firm?.sendsEmail ?? true
