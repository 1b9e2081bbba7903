import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type CaseId, cases } from '#contract/cases.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/toast.ts'

/** What is asked again when something has happened to a case. */
export const caseAnswers = [cases.list, cases.one]
export const firmCaseAnswers = [cases.firmList, cases.firmOne]

export const useCases = () => useSuspenseQuery(query(cases.list, {})).data
export const useCaseFile = (id: CaseId) => useSuspenseQuery(query(cases.one, { id })).data

export const useFirmCases = () => useSuspenseQuery(query(cases.firmList, {})).data
export const useFirmCaseFile = (id: CaseId) => useSuspenseQuery(query(cases.firmOne, { id })).data
export const useCaseClients = () => useSuspenseQuery(query(cases.clients, {})).data

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
