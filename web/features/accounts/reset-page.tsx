import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { accounts, confirmationDays, resetMinutes } from '#contract/accounts/accounts.ts'
import { LinkToken } from '#contract/kit/link-token.ts'
import { pages } from '#contract/kit/pages.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { firmInPage } from '#web/platform/page-head.ts'
import { query } from '#web/platform/queries.ts'
import { endSession } from '#web/platform/session.ts'
import { clearOwnStorage } from '#web/platform/storage.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FirmContactLine, OutsideLink } from '#web/ui/actions/link.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { incompleteLink } from '#web/ui/feedback/link-fault.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Asks for a link to reset the password. If opened by such a link, asks for the new password. */
export const ResetPasswordPage = () => {
  const isFirst = useIsFirst()
  const token = useTokenOfLink()
  if (token === null) return <AskForLink />
  return LinkToken.safeParse(token).success ? <ByLink token={token} isFirst={isFirst} /> : <HalfALink />
}

/** Says that a link is over before anything is typed. One that could not be looked up may be tried. */
const ByLink = ({ token, isFirst }: Omit<ChoosePasswordProps, 'onOver'>) => {
  const { error, isFetched } = useQuery({ ...query(accounts.lookAtReset, { token }), gcTime: 0 })
  const [isOver, setOver] = useState(false)
  if (!isFetched) return <Spinner words="Checking your link" />
  if (isOver || error?.reason === 'link_over') return <LinkOver isFirst={isFirst} />
  return <ChoosePassword token={token} isFirst={isFirst} onOver={() => setOver(true)} />
}

/** Returns the token of the address, and removes it from there, so that nobody can read or copy it. */
export function useTokenOfLink() {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token'))
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', location.pathname)
  }, [token])
  return token
}

/** Returns whether the link is for a client who has never had a password. */
const useIsFirst = () => {
  const [search] = useSearchParams()
  const [isFirst] = useState(() => search.has('first'))
  return isFirst
}

const Frame = ({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) => (
  <div className="grid gap-6">
    <DocumentTitle>{title}</DocumentTitle>
    <div className="grid gap-2">
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">{title}</PageHeading>
      <p className="text-ink-soft">{lead}</p>
    </div>
    {children}
  </div>
)

const BackToSignIn = () => (
  <p className="text-sm touch:-my-3">
    <ButtonLink variant="link" to={pages.auth}>
      Back to sign in
    </ButtonLink>
  </p>
)

const AskForLink = () => {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useCommandForm(accounts.askReset, {
    start: { email: '' },
    done: (_, { email }) => setAskedFor(email),
  })
  if (!useSendsEmail()) return <NoEmail />
  if (askedFor !== null) return <LinkSent email={askedFor} onAgain={() => setAskedFor(null)} />
  return (
    <Frame
      title="Forgotten your password?"
      lead="Enter the email address for your account and we'll send you a link to choose a new one."
    >
      <form {...form.props} className="grid gap-5">
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <FormFault>{form.fault}</FormFault>
        <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
          Send the link
        </Button>
      </form>
      <BackToSignIn />
    </Frame>
  )
}

/** Shown while no mail server is connected, because a link could not reach anybody. */
const NoEmail = () => (
  <Frame
    title="Forgotten your password?"
    lead="This portal sends no email yet, so we can’t send you a link. Please call us instead."
  >
    <FirmContactLine />
    <BackToSignIn />
  </Frame>
)

const LinkSent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <Frame title="Check your email" lead="You can close this page.">
    <Callout
      tone="ok"
      icon={<MailCheck />}
      title="If we know this address, a link is on its way"
      announce="status"
    >
      <p>
        If there is an account with <strong className="wrap-anywhere">{email}</strong>, you'll have our email
        within a few minutes. The link works once, for {resetMinutes} minutes.
      </p>
    </Callout>
    <InDemo />
    <p className="text-sm text-ink-soft">
      Nothing there? Check your junk folder, or{' '}
      <Button variant="link" onClick={onAgain}>
        try again
      </Button>
    </p>
    <BackToSignIn />
  </Frame>
)

/** Explains that a demo sends nothing. Someone who can't sign in can't read the demo's outbox either. */
const InDemo = () =>
  firmInPage()?.isDemo ? (
    <p className="text-sm text-ink-soft">
      This is a demo, so nothing is really sent. An administrator of the firm can read the email in the
      Outbox.
    </p>
  ) : null

interface ChoosePasswordProps {
  token: string
  isFirst: boolean
  onOver: () => void
}

const ChoosePassword = ({ token, isFirst, onOver }: ChoosePasswordProps) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useCommandForm(accounts.resetPassword, {
    start: { token, newPassword: '', confirmPassword: '' },
    done: () => {
      // A reset ends every session, including this browser's.
      endSession(cache)
      // The next person at this device may be somebody else.
      clearOwnStorage()
      toast({
        title: isFirst ? 'Password saved' : 'Password updated',
        description: isFirst
          ? 'Please sign in with your email address and this password.'
          : 'Please sign in with your new password.',
        variant: 'success',
      })
      void navigate(pages.auth, { replace: true })
    },
    refused: ({ reason }) => {
      if (reason === 'link_over') onOver()
    },
  })
  return (
    <Frame
      title={isFirst ? 'Choose a password' : 'Choose a new password'}
      lead={
        isFirst
          ? 'Then sign in with your email address and this password.'
          : "You'll be signed out everywhere, then you can sign in with it."
      }
    >
      <form {...form.props} className="grid gap-5">
        <NewPasswordFields
          isChange
          password={form.field('newPassword')}
          again={form.field('confirmPassword')}
        />
        {isFirst && (
          <p className="text-sm text-ink-soft">
            By saving it you accept our <OutsideLink href={pages.terms}>Terms</OutsideLink> and confirm you've
            read our <OutsideLink href={pages.privacy}>Privacy Notice</OutsideLink>.
          </p>
        )}
        <FormFault>{form.fault}</FormFault>
        <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
          {isFirst ? 'Save password' : 'Save new password'}
        </Button>
      </form>
      <BackToSignIn />
    </Frame>
  )
}

const InsteadOfLink = () => (
  <div className="flex flex-wrap gap-2.5">
    <ButtonLink to={pages.resetPassword} reloadDocument variant="primary">
      Ask for a new link
    </ButtonLink>
    <ButtonLink to={pages.auth}>Back to sign in</ButtonLink>
  </div>
)

const HalfALink = () => (
  <Frame title={incompleteLink.title} lead={incompleteLink.text}>
    <InsteadOfLink />
  </Frame>
)

const LinkOver = ({ isFirst }: { isFirst: boolean }) => (
  <Frame
    title="This link no longer works"
    lead={
      isFirst
        ? `An invitation works once, for ${confirmationDays} days. If you've chosen a password already, please sign in.`
        : `A link works once, for ${resetMinutes} minutes. If you asked for another, only the newest works.`
    }
  >
    <InsteadOfLink />
  </Frame>
)
