import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { query } from '#web/platform/queries.ts'

/** A page of clients; while another one is fetched, the last stays. */
export const useClients = (search: string, before: string | undefined) =>
  useQuery({
    ...query(firm.clients, { search: search || undefined, before }),
    placeholderData: keepPreviousData,
  })

export const useClient = (id: UserId) => useSuspenseQuery(query(firm.client, { id })).data
