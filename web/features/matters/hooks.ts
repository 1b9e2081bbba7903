import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { UserId } from '#contract/accounts/accounts.ts'
import { lists } from '#contract/firm/lists.ts'
import { type FirmMatterFile, type MatterId, matters } from '#contract/matters/matters.ts'
import { casesWords, matterParties } from '#contract/matters/parties.ts'
import type { KnownClient } from '#contract/matters/party.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { dateText } from '#web/platform/clock.ts'
import { pagesOf, useSearchSelect } from '#web/platform/lists.ts'
import { query, queryUnlessNull, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

export { ReadingNote } from './parts/reading-note.tsx'

/** Queries to refresh when a matter has changed. */
export const matterAnswers = [matters.list, matters.one]
export const firmMatterAnswers = [lists.matters, matters.firmOne, matterTemplates.one]

/** Returns the client's cases as far as they were loaded, with the state of their list for `ShowOlder`. */
export const useMatters = () => useSuspenseInfiniteQuery(pagesOf(matters.list))
/** Returns the title of a case from the list, or once it has loaded if the case is further down. */
export const useMatterTitle = (id: MatterId | null) => {
  const listed = useMatters().data.find((matter) => matter.id === id)
  const { data: file } = useQuery(queryUnlessNull(matters.one, id && { id }))
  return (listed ?? file)?.title
}

export const useMatterFile = (id: MatterId) => useSuspenseQuery(query(matters.one, { id })).data

export const useFirmMatterFile = (id: MatterId) => useSuspenseQuery(query(matters.firmOne, { id })).data

/** Somebody on a case, with whether the user may open their page. */
export const personIn = (
  { hiddenIds }: Pick<FirmMatterFile, 'hiddenIds'>,
  person: { id: UserId; name: string },
) => ({ ...person, canOpen: !hiddenIds.includes(person.id) })

/**
 * The people of the firm to choose from. A firm may have hundreds, so only a dialog asks for them, and again whenever it
 * opens: no event says that somebody has joined or left.
 */
export const useMatterColleagues = () =>
  useSuspenseQuery({ ...query(matterParties.colleagues, {}), staleTime: 0 }).data

export const useMatterPeople = () => useSearchSelect((input) => query(matterParties.people, input))
export const useMatterClients = () => useSearchSelect((input) => query(matters.clients, input))

/** What the firm's page of a case calls its clients, and `verb` the form that goes with them. */
export const wordsForClients = ({ clients }: Pick<FirmMatterFile, 'clients'>) => {
  const isSeveral = clients.length > 1
  return {
    Your: isSeveral ? 'Your clients' : 'Your client',
    your: isSeveral ? 'your clients' : 'your client',
    verb: (ofOne: string, ofSeveral: string) => (isSeveral ? ofSeveral : ofOne),
  }
}

/** "Ana Bell · born 1 February 1990 · ana@example.com · HR-2026-00008 and 2 other cases" */
export const clientWords = ({ name, dateOfBirth, email, references }: KnownClient) =>
  [name, dateOfBirth && `born ${dateText(dateOfBirth)}`, email, casesWords(references)]
    .filter(Boolean)
    .join(' · ')

/** The types that the firm may choose, with the number of steps in each template. */
export const useMatterTypes = () => useSuspenseQuery(query(matterTemplates.types, {})).data

/** What starting a case of this type would close of what a client was asked for before. Empty until both are known. */
export const useUntouchedTasks = (clientId: string, type: string) => {
  const { data: wanted = null } = matterTemplates.untouched.input.safeParse({ id: clientId, type })
  return useQuery(queryUnlessNull(matterTemplates.untouched, wanted)).data ?? []
}

/** The matter whose details are open. It is kept in the address, so that a notification can link to it. */
export const useOpenMatter = () => {
  const [address, setAddress] = useSearchParams()
  const named = matters.one.input.safeParse({ id: address.get('case') })
  return {
    id: named.success ? named.data.id : null,
    show: (id: MatterId) => setAddress({ case: id }),
    hide: () => setAddress({}, { replace: true }),
  }
}

/** The client's tasks that a closed case has on hold, or closing would. None while no case is named, or until it is known. */
export const useClosing = (id: MatterId | undefined) => {
  const { data, isLoading } = useQuery({
    ...queryUnlessNull(matters.closing, id ? { id } : null),
    // Something may have been sent since.
    gcTime: 0,
  })
  return { held: data?.held ?? [], isLoading }
}

export const useCloseMatter = () => {
  const command = useCommand(matters.close, { refreshes: matterAnswers })
  const close = (id: MatterId, done: () => void) =>
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
