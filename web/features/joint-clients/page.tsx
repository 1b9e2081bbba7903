import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { authPath, pages } from '#contract/kit/pages.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { tasks } from '#contract/tasks.ts'
import { EmailNotice } from '#web/features/accounts/hooks.tsx'
import { query, useCommand } from '#web/platform/queries.ts'
import { useCurrentUser } from '#web/platform/session.ts'
import { useLogOut } from '#web/shell/log-out.tsx'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { LinkFault } from '#web/ui/feedback/link-fault.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { InvitationLink } from '#web/ui/overlays/unsent-invitations.tsx'

/** What the page of their cases and their dashboard show differently once they have accepted. */
const changed = [matters.list, tasks.list, jointClients.accepted]

/** The page of an invitation to a case: first an account with the invited address, then one button. */
export const JointInvitationPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const { user, isLoading } = useCurrentUser()
  const accept = useCommand(jointClients.accept, { refreshes: changed })
  const decline = useCommand(jointClients.decline, { refreshes: [] })
  const invitation = useQuery({
    ...query(jointClients.look, { token }),
    gcTime: 0,
    enabled: !accept.data && !decline.data,
  })
  const isOpen = invitation.data && !accept.data && !decline.data
  return (
    <div className="grid gap-6">
      <DocumentTitle>Your invitation</DocumentTitle>
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">
        {isOpen ? headingOf(invitation.data) : 'Your invitation'}
      </PageHeading>
      {decline.data ? (
        <Declined invitedBy={decline.data.invitedBy} />
      ) : accept.data ? (
        <Accepted hasJoined={accept.data.hasJoined} />
      ) : invitation.error ? (
        <>
          <InvitationFault error={invitation.error} tryAgain={() => void invitation.refetch()} />
          <FormFault>{decline.error?.message}</FormFault>
          {closedReasons.includes(invitation.error.reason ?? '') && (
            <Decline isBusy={decline.isPending} decline={() => decline.mutate({ token })} />
          )}
        </>
      ) : invitation.data?.isYours ? (
        <Yours invitation={invitation.data} token={token} />
      ) : invitation.data && !isLoading ? (
        <>
          <WhatFor invitedBy={invitation.data.invitedBy} />
          {user ? (
            <Accept
              user={user}
              email={invitation.data.email}
              invitedBy={invitation.data.invitedBy}
              isBusy={accept.isPending}
              fault={accept.error}
              accept={() => accept.mutate({ token })}
            />
          ) : (
            <NoAccount token={token} email={invitation.data.email} />
          )}
          <FormFault>{decline.error?.message}</FormFault>
          <Decline
            invitedBy={invitation.data.invitedBy}
            isBusy={decline.isPending}
            decline={() => decline.mutate({ token })}
          />
        </>
      ) : (
        <Spinner words="Finding your invitation" />
      )}
    </div>
  )
}

const WhatFor = ({ invitedBy }: { invitedBy: string }) => (
  <p className="text-ink-soft wrap-anywhere">
    {invitedBy} would like you to be a client of the same case. You’ll each have your own tasks, and what you
    send us about yourself isn’t shown to them.
  </p>
)

type Invitation = Output<typeof jointClients.look>

const headingOf = ({ name, isYours }: Invitation) =>
  isYours ? `Your invitation to ${name}` : 'You’re invited to join a case'

interface YoursProps {
  invitation: Invitation
  token: string
}

/** What whoever sent an invitation sees: its link is for the other person. */
const Yours = ({ invitation: { name, email }, token }: YoursProps) => (
  <div className="grid gap-4">
    <Callout tone="info" title={<span className="wrap-anywhere">This link is for {name}</span>}>
      <span className="wrap-anywhere">
        Send it to them, for example in a message. On their own phone or computer they can then accept with an
        account with the address {email}, or decline.
      </span>
    </Callout>
    <InvitationLink invitation={{ to: name, path: `${pages.jointInvitation}?token=${token}` }} isAlone />
    <p className="text-ink-soft">
      If you no longer want to invite them, withdraw the invitation under Cases.
    </p>
    <div>
      <ButtonLink to={pages.matters}>Go to your cases</ButtonLink>
    </div>
  </div>
)

/** The case can be opened again, and the invitation works then. Whoever doesn't want to join need not wait for that. */
const closedReasons = ['case_closed', 'case_rejected']

interface DeclineProps {
  /** Absent where it is not known. */
  invitedBy?: string
  isBusy: boolean
  decline: () => void
}

const Decline = ({ invitedBy, isBusy, decline }: DeclineProps) => (
  <Confirm
    trigger={<Button className="justify-self-start">Decline invitation</Button>}
    title="Decline this invitation?"
    description={`We’ll tell ${invitedBy ?? 'whoever invited you'} and the firm, and this link will stop working.`}
    confirmLabel="Decline"
    busy={isBusy}
    onConfirm={decline}
  />
)

const Declined = ({ invitedBy }: { invitedBy: string }) => (
  <Callout tone="ok" announce="status" title="You’ve declined">
    We’ve told {invitedBy} and the firm. You don’t have to do anything else, and you can close this page.
  </Callout>
)

const NoAccount = ({ token, email }: { token: string; email: string }) => (
  <div className="grid gap-4">
    <p className="wrap-anywhere">
      Please open an account with <b>{email}</b>, or sign in if you have one.
    </p>
    <ButtonLink variant="primary" size="large" to={authPath(`${pages.jointInvitation}?token=${token}`)}>
      Continue
    </ButtonLink>
  </div>
)

interface AcceptProps {
  user: User
  email: string
  invitedBy: string
  isBusy: boolean
  fault: Problem | null
  accept: () => void
}

const Accept = ({ user, email, invitedBy, isBusy, fault, accept }: AcceptProps) => {
  const { logOut, isLeaving, question } = useLogOut(user)
  if (fault?.reason === 'address_unconfirmed' && !user.isEmailConfirmed)
    return (
      <div className="grid gap-4">
        <FormFault>{fault.message}</FormFault>
        <EmailNotice />
      </div>
    )
  if (user.role === 'client' && user.email.toLowerCase() === email.toLowerCase())
    return (
      <div className="grid gap-4">
        {fault?.reason !== 'address_unconfirmed' && <FormFault>{fault?.message}</FormFault>}
        <Button variant="primary" size="large" wide busy={isBusy} onClick={accept}>
          Accept invitation
        </Button>
      </div>
    )
  return (
    <Callout
      tone="warn"
      title="You’re signed in with another account"
      actions={
        <Button busy={isLeaving} onClick={logOut}>
          Sign out
        </Button>
      }
    >
      {question}
      <span className="wrap-anywhere">
        This invitation is for {email}. Please sign out, and open the link again. If you no longer use that
        address, ask {invitedBy} to invite you at the one you use.
      </span>
    </Callout>
  )
}

const Accepted = ({ hasJoined }: { hasJoined: boolean }) => (
  <Callout
    tone="ok"
    announce="status"
    title={hasJoined ? 'You’ve joined the case' : 'Thank you. You’ve accepted'}
    actions={
      <ButtonLink variant="primary" to={hasJoined ? pages.matters : pages.dashboard}>
        {hasJoined ? 'See the case' : 'Go to your portal'}
      </ButtonLink>
    }
  >
    {hasJoined
      ? 'Everything we need from you is on your dashboard.'
      : 'We’ll check whether we can act for you. If we can, you’ll see the case here.'}
  </Callout>
)

interface InvitationFaultProps {
  error: Problem
  tryAgain: () => void
}

const InvitationFault = ({ error, tryAgain }: InvitationFaultProps) => (
  <LinkFault
    error={error}
    refused={refusedTitle(error)}
    unknown="We couldn’t open your invitation"
    tryAgain={tryAgain}
    actions={<ButtonLink to={pages.auth}>Go to sign in</ButtonLink>}
  />
)

/** What is known of the link. Null if the portal couldn’t say, and may a moment later. */
const refusedTitle = ({ code, reason }: Problem) => {
  if (closedReasons.includes(reason ?? '')) return 'This invitation doesn’t work at the moment'
  return code === 'not_found' || code === 'conflict' ? 'This invitation no longer works' : null
}
