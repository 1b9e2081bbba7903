import { useQuery } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { Link } from 'react-router'
import { accounts } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { settings } from '#contract/settings.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useUser } from '../hooks.ts'

/** While nobody has shown that mail to this address arrives. It stands in nobody's way. */
export const EmailNotice = () => {
  const { email, isEmailConfirmed } = useUser()
  const { data: firm } = useQuery({ ...query(settings.firm, {}), retry: 1, retryOnMount: false })
  const send = useCommand(accounts.sendConfirmation, { refreshes: [accounts.current] })
  if (isEmailConfirmed) return null
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
