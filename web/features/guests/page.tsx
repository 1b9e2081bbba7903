import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { guests } from '#contract/guests.ts'
import { fullName } from '#contract/kit/names.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query } from '#web/platform/queries.ts'
import { beginSession, hasSignedOut, useCurrentUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
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
  if (token === '' && !user && hasSignedOut(cache)) return <Left />
  // Whoever is let in or put out meanwhile is looked for again.
  return <Door key={user?.id ?? 'nobody'} token={token} user={user ?? null} />
}

/** A guest has no account, so the sign-in page would lead them nowhere. */
const Left = () => (
  <div className="grid gap-6">
    <DocumentTitle>Signed out</DocumentTitle>
    <PageHeading className="text-[28px] md:text-[31px]">You’ve signed out</PageHeading>
    <p className="text-ink-soft">
      You can close this page. If there’s more to send, open the link in our email again and use the same
      code.
    </p>
  </div>
)

interface DoorProps {
  token: string
  /** Whoever is signed in in this browser. */
  user: User | null
}

const Door = ({ token, user }: DoorProps) => {
  const { data, error, isLoading } = useQuery({
    ...query(guests.look, { token }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const isDone = error?.reason === 'guest_done'
  // Their own link may be over by now, and what they see is theirs all the same.
  if (user?.isGuest && (data?.isOwn || error)) return <GuestTasks user={user} />
  return (
    <div className="grid gap-6">
      <DocumentTitle>Your tasks</DocumentTitle>
      <PageHeading className="text-[28px] md:text-[31px]">
        {data ? `Hello ${data.firstName}` : isDone ? 'All done' : 'Your tasks'}
      </PageHeading>
      {isLoading && <Spinner words="Opening your link" />}
      {error && (
        <Callout
          tone={isDone ? 'ok' : 'warn'}
          announce="alert"
          title={isDone ? 'Nothing left to do' : "This link doesn't work"}
        >
          {error.code === 'invalid' ? 'This link is incomplete. Please copy all of it.' : error.message}
        </Callout>
      )}
      {data && (
        <>
          <p className="text-ink-soft wrap-anywhere">
            {data.invitedBy} has invited you to send documents or answer questions. You don’t need an account.
          </p>
          {user && (
            <Callout tone="warn" title={`You’re signed in as ${fullName(user)}`}>
              This link is for {data.firstName}. If you enter the code, you’ll be signed out of your own{' '}
              {user.isGuest ? 'tasks' : 'account'} in this browser.
            </Callout>
          )}
          <CodeForm token={token} />
        </>
      )}
    </div>
  )
}

const CodeForm = ({ token }: { token: string }) => {
  const cache = useQueryClient()
  const form = useCommandForm(guests.enter, {
    start: { token, code: '' },
    done: (user) => beginSession(cache, user),
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
