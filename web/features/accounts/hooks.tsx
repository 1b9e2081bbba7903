import { useQuery } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { Link } from 'react-router'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { type Unreached, unreachedWords } from '#contract/firm/reach.ts'
import { clientPath, clientTaskPath, pages } from '#contract/kit/pages.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { settings } from '#contract/settings.ts'
import type { TaskId } from '#contract/tasks.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/**
 * Returns why nothing, or nothing of this case or this task, reaches a client. Null if they are told, or it is not
 * known yet.
 */
export const useUnreached = (
  id: UserId | undefined,
  of: { matterId?: MatterId | undefined; taskId?: TaskId | undefined } = {},
): Unreached | null =>
  useQuery({ ...query(firm.reach, { id: id ?? ('' as UserId), ...of }), enabled: id !== undefined }).data
    ?.unreached ?? null

interface ClientNameProps {
  client: { id: UserId; name: string; canOpen: boolean }
  /** The task to which the link leads on their page. */
  taskId?: TaskId
}

/** The name of a client, as a link to their page if the user may open it. */
export const ClientName = ({ client: { id, name, canOpen }, taskId }: ClientNameProps) =>
  canOpen ? <TextLink to={taskId ? clientTaskPath(id, taskId) : clientPath(id)}>{name}</TextLink> : name

interface UnreachableProps {
  id: UserId
  reason: Unreached | null
  firstName: string
}

/** Says before something is asked for that the client won't be told, and what to do. */
export const Unreachable = ({ id, reason, firstName }: UnreachableProps) =>
  reason && (
    <Callout
      tone="warn"
      title={`${firstName} won’t be told`}
      actions={<TextLink to={clientPath(id)}>Open their page</TextLink>}
    >
      {unreachedWords[reason]}
    </Callout>
  )

/** Shown until the user's email address is confirmed, if the portal sends email. Blocks nothing. */
export const EmailNotice = () => {
  const { email, isEmailConfirmed } = useUser()
  const { data: firm } = useQuery({ ...query(settings.firm, {}), retry: 1, retryOnMount: false })
  const sendsEmail = useSendsEmail()
  const send = useCommand(accounts.sendConfirmation, { refreshes: [accounts.current] })
  if (isEmailConfirmed || !sendsEmail) return null
  const again = () =>
    send.mutate(
      {},
      {
        onSuccess: () => toast({ title: 'Sent again', description: `Check ${email}.`, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not sent', description: message, variant: 'destructive' }),
      },
    )
  return (
    <Callout
      tone="info"
      icon={<MailQuestion />}
      title="Please confirm your email address"
      actions={
        <Button size="small" busy={send.isPending} onClick={again}>
          Send again
        </Button>
      }
    >
      We sent a link to <strong className="wrap-anywhere">{email}</strong>. Click it to confirm your email
      address.
      {firm?.isDemo && (
        <>
          {' '}
          This is a demo, so it is waiting in{' '}
          <Link to={pages.demoInbox} className="font-semibold underline underline-offset-3">
            your demo inbox
          </Link>
          .
        </>
      )}
    </Callout>
  )
}
