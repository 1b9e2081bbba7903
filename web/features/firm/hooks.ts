import { useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { query } from '#web/platform/queries.ts'

export const useClient = (id: UserId) => useSuspenseQuery(query(firm.client, { id })).data
