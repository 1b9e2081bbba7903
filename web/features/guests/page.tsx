import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { guests } from '#contract/guests.ts'
import { fullName } from '#contract/kit/names.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query } from '#web/platform/queries.ts'
import { beginSession, hasSignedOut, useCurrentUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { LinkFault } from '#web/ui/feedback/link-fault.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { GuestTasks } from './parts/guest-tasks.tsx'

/** The page of a guest's link: first the code, then only what they were asked for. */
export const GuestPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const { user, isLoading } = useCurrentUser()
  const cache = useQueryClient()
  if (isLoading) return <Spinner words="Opening your link" />
  if (token === '' && user?.isGuest) return <GuestTasks user={user} />
  if (token === '') return <NoLink hasLeft={!user && hasSignedOut(cache)} />
  // Whoever is let in or put out meanwhile is looked for again.
  return <Door key={user?.id ?? 'nobody'} token={token} user={user ?? null} />
}

/** A guest has no account, so the sign-in page would lead them nowhere. */
const NoLink = ({ hasLeft }: { hasLeft: boolean }) => {
  // Without a mail server, someone at the firm passes the link on.
  const link = useSendsEmail() ? 'the link in our email' : 'the link we gave you'
  return (
    <div className="grid gap-6">
      <DocumentTitle>{hasLeft ? 'Signed out' : 'Your tasks'}</DocumentTitle>
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">
        {hasLeft ? 'You’ve signed out' : `Please open ${link}`}
      </PageHeading>
      <p className="text-ink-soft">
        {hasLeft
          ? `You can close this page. If there’s more to send, open ${link} again and use the same code.`
          : 'It leads to what we need from you. Use the six-digit code that we gave you.'}
      </p>
    </div>
  )
}

interface DoorProps {
  token: string
  /** Whoever is signed in in this browser. */
  user: User | null
}

/** Why a link no longer works. Whoever came by their own is still signed in, and what they see is theirs. */
const overReasons = ['guest_over', 'guest_done', 'guest_locked']

const Door = ({ token, user }: DoorProps) => {
  const { data, error, isLoading, refetch } = useQuery({
    ...query(guests.look, { token }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const isOver = overReasons.includes(error?.reason ?? '')
  if (user?.isGuest && (data?.isOwn || isOver)) {
    // A link that is done is most likely their own, and their tasks thank them. One known as their own is no other's.
    const isLinkOver = !data?.isOwn && error?.reason !== 'guest_done'
    return <GuestTasks user={user} isLinkOver={isLinkOver} />
  }
  // The last wrong code locks a link that could be opened before.
  const invited = isOver ? undefined : data
  return (
    <div className="grid gap-6">
      <DocumentTitle>Your tasks</DocumentTitle>
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">
        {invited ? `Hello ${invited.firstName}` : 'Your tasks'}
      </PageHeading>
      {isLoading && <Spinner words="Opening your link" />}
      {error && <GuestLinkFault error={error} tryAgain={() => void refetch()} />}
      {invited && (
        <>
          <p className="text-ink-soft wrap-anywhere">
            {invited.invitedBy} has invited you to send documents or answer questions. You don’t need an
            account.
          </p>
          {user && (
            <Callout tone="warn" title={`You’re signed in as ${fullName(user)}`}>
              This link is for {invited.firstName}. If you enter the code, you’ll be signed out of your own{' '}
              {user.isGuest ? 'tasks' : 'account'} in this browser.
            </Callout>
          )}
          <CodeForm token={token} over={() => void refetch()} />
        </>
      )}
    </div>
  )
}

interface GuestLinkFaultProps {
  error: Problem
  tryAgain: () => void
}

const GuestLinkFault = ({ error, tryAgain }: GuestLinkFaultProps) =>
  error.reason === 'guest_done' ? (
    <Callout tone="ok" announce="alert" title="There’s nothing for you to do">
      {error.message}
    </Callout>
  ) : (
    <LinkFault
      error={error}
      refused={refusedTitle(error)}
      unknown="We couldn’t open your link"
      tryAgain={tryAgain}
    />
  )

/** What is known of the link. Null if the portal couldn’t say, and may a moment later. */
const refusedTitle = ({ reason }: Problem) => {
  if (reason === 'guest_locked') return 'This link is locked'
  return reason === 'guest_over' ? 'This link no longer works' : null
}

interface CodeFormProps {
  token: string
  /** Called if the link turns out to work no longer. */
  over: () => void
}

const CodeForm = ({ token, over }: CodeFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(guests.enter, {
    start: { token, code: '' },
    done: (user) => beginSession(cache, user),
    refused: ({ reason }) => {
      if (overReasons.includes(reason ?? '')) over()
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        label="Six-digit code"
        hint="We’ll have given you this by telephone or text. Please call us if you don’t have it."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        {...form.field('code')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Continue
      </Button>
    </form>
  )
}
