import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type Firm, settings } from '#contract/settings.ts'
import { query } from '#web/platform/queries.ts'

const firmQuery = query(settings.firm, {})

/** Keeps what the page itself has told of the firm. */
export const keepFirm = (cache: QueryClient, firm: Firm) => cache.setQueryData(firmQuery.queryKey, firm)

/** What everyone may know of the firm; suspends until it is there. */
export const useFirm = (): Firm => useSuspenseQuery(firmQuery).data

/** The same for what is shown even when the firm cannot be asked: null while, or where, it is unknown. */
export const useKnownFirm = () => {
  const { data, isLoading } = useQuery({ ...firmQuery, retry: 1, retryOnMount: false })
  return { firm: data ?? null, isLoading }
}
