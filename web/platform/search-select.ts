import {
  keepPreviousData,
  type UseSuspenseQueryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { pageSize } from '#contract/kit.ts'
import type { Problem } from '#contract/problem.ts'

type Asked<T> = (input: { search?: string }) => UseSuspenseQueryOptions<T[], Problem>

/** Things to choose from; where the portal has cut the list off, what is typed is looked for in all of them. */
export function useSearchSelect<T>(asked: Asked<T>) {
  const { data: first } = useSuspenseQuery(asked({}))
  const [typed, onType] = useState('')
  const search = useDeferredValue(typed.trim())
  const isCutOff = first.length >= pageSize
  const isAsking = isCutOff && search !== ''
  const { data: found } = useQuery({
    ...asked({ search }),
    enabled: isAsking,
    placeholderData: keepPreviousData,
  })
  return {
    things: isAsking && found ? found : first,
    /** For the field above the choice; null where everything is there to be chosen. */
    search: isCutOff ? { typed, onType } : null,
  }
}
