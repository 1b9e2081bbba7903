import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type CaseId, cases } from '#contract/cases.ts'
import { pagesOf, useSearchSelect } from '#web/platform/lists.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** What is asked again when something has happened to a case. */
export const caseAnswers = [cases.list, cases.one]
export const firmCaseAnswers = [cases.firmList, cases.firmOne]

export const useCases = () => useSuspenseQuery(query(cases.list, {})).data
export const useCaseFile = (id: CaseId) => useSuspenseQuery(query(cases.one, { id })).data

/** The cases of a firm's clients, and the way to older ones. */
export const useFirmCases = () => useSuspenseInfiniteQuery(pagesOf(cases.firmList))

/** Goes on to the end of a list while something is looked for in it: what is not there yet cannot be found. */
export const useWhole = (list: ReturnType<typeof useFirmCases>, isWanted: boolean) => {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const goesOn = isWanted && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return { isLooking: goesOn }
}

export const useFirmCaseFile = (id: CaseId) => useSuspenseQuery(query(cases.firmOne, { id })).data
export const useCaseClients = () => useSearchSelect((input) => query(cases.clients, input))

/** The case whose details are open: it stands in the address, so that a notification leads to it. */
export const useOpenCase = () => {
  const [address, setAddress] = useSearchParams()
  const named = cases.one.input.safeParse({ id: address.get('case') })
  return {
    id: named.success ? named.data.id : null,
    show: (id: CaseId) => setAddress({ case: id }),
    hide: () => setAddress({}, { replace: true }),
  }
}

export const useCloseCase = () => {
  const command = useCommand(cases.close, { refreshes: caseAnswers })
  const close = (id: CaseId, done: () => void) =>
    command.mutate(
      { id },
      {
        onSuccess: ({ title }) => {
          toast({ title: 'Case closed', description: title, variant: 'success' })
          done()
        },
        onError: ({ message }) => {
          toast({ title: 'Failed to close case', description: message, variant: 'destructive' })
          done()
        },
      },
    )
  return { close, isPending: command.isPending }
}
