import { useQuery } from '@tanstack/react-query'
import { trials } from '#contract/trials.ts'
import { query, useCommand } from '#web/platform/queries.ts'

/** Asked anew whenever the tool is opened: a key may have been configured meanwhile. */
export const useKeyStatus = () => useQuery({ ...query(trials.checkKey, {}), staleTime: 0 })

export const useTrial = () => useCommand(trials.run, { refreshes: [] })
