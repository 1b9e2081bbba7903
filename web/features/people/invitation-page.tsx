import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { people, rolesWords } from '#contract/firm/people.ts'
import { pages } from '#contract/kit/pages.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query } from '#web/platform/queries.ts'
import { beginSession } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { LinkFault } from '#web/ui/feedback/link-fault.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { NameFields, UsernameField } from '#web/ui/fields/name-fields.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { DocumentTitle, PageHeading, SiteName } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The page behind an invitation's link, where a new member of staff creates their account. */
export const InvitationPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  const site = use(SiteName)
  const { data, error, isLoading, refetch } = useQuery({ ...query(people.look, { token }), gcTime: 0 })
  return (
    <div className="grid gap-6">
      <DocumentTitle>Your invitation</DocumentTitle>
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">Join the firm’s portal</PageHeading>
      {isLoading && <Spinner words="Finding your invitation" />}
      {error && (
        <LinkFault
          error={error}
          refused={refusedTitle(error)}
          unknown="We couldn’t open your invitation"
          tryAgain={() => void refetch()}
          actions={<ButtonLink to={pages.auth}>Go to sign in</ButtonLink>}
        />
      )}
      {data && (
        <>
          <p className="text-ink-soft">
            {data.invitedBy ? `${data.invitedBy} invites you` : 'You are invited'} to the portal of {site} as{' '}
            {rolesWords(data.roles)}. Your email address is <b className="wrap-anywhere">{data.email}</b>.
          </p>
          <JoinForm token={token} />
        </>
      )}
    </div>
  )
}

/** What is known of the link. Null if the portal couldn’t say, and may a moment later. */
const refusedTitle = ({ code }: Problem) =>
  code === 'not_found' || code === 'conflict' ? 'This invitation no longer works' : null

const JoinForm = ({ token }: { token: string }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useCommandForm(people.join, {
    start: { token, firstName: '', lastName: '', username: '', password: '', confirmPassword: '' },
    done: (user) => {
      beginSession(cache, user)
      toast({
        title: 'Welcome',
        description: 'Please turn on two-factor authentication in your account settings.',
        variant: 'success',
      })
      void navigate(pages.firm, { replace: true })
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields first={form.field('firstName')} last={form.field('lastName')} />
      </div>
      <UsernameField {...form.field('username')} />
      <NewPasswordFields password={form.field('password')} again={form.field('confirmPassword')} />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Join
      </Button>
    </form>
  )
}
