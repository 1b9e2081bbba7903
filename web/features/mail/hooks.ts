import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { demoInbox, type MailId, mail } from '#contract/mail.ts'
import { textMessages } from '#contract/text-messages.ts'
import { counted } from '#web/platform/clock.ts'
import { pagesOf } from '#web/platform/lists.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** The portal's emails, newest first, in pages. */
export const useMails = () => useSuspenseInfiniteQuery(pagesOf(mail.list))

export const useMail = (id: MailId) => useSuspenseQuery(query(mail.one, { id })).data

/** How emails leave the portal, and why any of them wait. */
export const useMailTransport = () => useSuspenseQuery(query(mail.transport, {})).data

/** The client's own emails in the demo. Queried each time, because they arrive while other pages are open. */
export const useInbox = () =>
  useSuspenseInfiniteQuery({ ...pagesOf(demoInbox.list), refetchOnMount: 'always' })

/** The portal's text messages, newest first, in pages. */
export const useTexts = () => useSuspenseInfiniteQuery(pagesOf(textMessages.list))
export const useTextOffer = () => useSuspenseQuery(query(textMessages.offer, {})).data
export const useReadCode = () => useCommand(textMessages.code, { refreshes: [] })

const refreshes = [mail.list, mail.one, mail.transport]

export function useSendAgain() {
  const command = useCommand(mail.sendAgain, { refreshes })
  const send = (id: MailId) =>
    command.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'The email is being sent again', variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'The email was not sent', description: message, variant: 'destructive' }),
      },
    )
  return { send, isPending: command.isPending }
}

export function useTryNow() {
  const command = useCommand(mail.tryNow, { refreshes })
  const tryNow = (id: MailId) =>
    command.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'The email is being tried now', variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'The email was not tried', description: message, variant: 'destructive' }),
      },
    )
  return { tryNow, isPending: command.isPending }
}

export function useTryAllNow() {
  const command = useCommand(mail.tryAllNow, { refreshes })
  const tryAll = () =>
    command.mutate(
      {},
      {
        onSuccess: ({ count }) => toast({ title: triedWords(count), variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'No email was tried', description: message, variant: 'destructive' }),
      },
    )
  return { tryAll, isPending: command.isPending }
}

const triedWords = (count: number) => {
  if (count === 0) return 'No email is waiting for another try'
  return `${counted(count, 'email')} ${count === 1 ? 'is' : 'are'} being tried now`
}
