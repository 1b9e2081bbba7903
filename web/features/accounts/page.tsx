import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { landingOf, ownPath, pages } from '#contract/kit/pages.ts'
import { useIsHydrated } from '#web/platform/hydrated.ts'
import { sessionFlag, useCurrentUser, welcomeFlag } from '#web/platform/session.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useEntry } from './entry.ts'
import { ProviderSignIn } from './parts/provider-sign-in.tsx'
import { RegisterForm, useRegisterForm } from './parts/register-form.tsx'
import { SignInForm, useSignIn } from './parts/sign-in-form.tsx'

const heads = {
  login: { title: 'Sign in to your portal', lead: 'New here? Choose Register to open your account.' },
  code: {
    title: 'Enter your code',
    lead: 'Password accepted. One more step.',
  },
  register: { title: 'Open your account', lead: 'Already have one? Choose Login.' },
}

/** Sign in, or open an account. Whoever is signed in already is led on. */
export const AuthPage = ({ isSecure }: { isSecure: boolean }) => {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const { user, isLoading } = useCurrentUser()
  const next = useSearchParams()[0].get('next')
  const { isLeaving, enter } = useEntry(next)
  // Both forms live here, so that looking at the other tab loses nothing.
  const signingIn = useSignIn((user) => enter(user), { refused: sessionFlag.clear })
  const register = useRegisterForm((user) =>
    enter(user, { place: isInvitation(next) ? ownPath(next) : pages.welcome }),
  )

  if (user && !isLeaving) {
    const hasViewedWelcome = welcomeFlag.read() === true
    return <Navigate to={landingOf(user, { next, hasViewedWelcome })} replace />
  }
  if (isLoading && sessionFlag.read()) return <Spinner words="Loading" hideWords />
  const { isHalfway } = signingIn
  const { title, lead } = heads[isHalfway ? 'code' : tab]
  return (
    <div className="grid gap-6">
      <DocumentTitle>{title}</DocumentTitle>
      <div className="grid gap-2">
        <PageHeading className="text-[28px] md:text-[31px]">{title}</PageHeading>
        <p className="text-ink-soft">{lead}</p>
      </div>
      {!isHalfway && <SessionEnded />}
      {isHalfway ? (
        <SignInForm signingIn={signingIn} busy={isLeaving} />
      ) : (
        <Tabs
          label="Login or Register"
          wide
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'login',
              label: 'Login',
              content: <SignInForm signingIn={signingIn} busy={isLeaving} />,
            },
            {
              value: 'register',
              label: 'Register',
              content: <RegisterForm form={register} busy={isLeaving} />,
            },
          ]}
        />
      )}
      <p className="flex items-center gap-2.5 text-sm text-ink-soft">
        <Lock />
        {isSecure
          ? 'Your documents are encrypted at rest. Encrypted in transit.'
          : 'Your documents are encrypted at rest.'}
      </p>
      {!isHalfway && <ProviderSignIn next={next} busy={isLeaving} />}
    </div>
  )
}

/** Whoever comes by an invitation to a case accepts it first, and is welcomed after that. */
const isInvitation = (next: string | null) => next?.startsWith(`${pages.jointInvitation}?`) ?? false

const SessionEnded = () => {
  const { state } = useLocation()
  if (!useIsHydrated() || !state?.hasEnded) return null
  return (
    <Callout tone="info" announce="status" title="Your session has ended">
      To keep your documents private, we sign you out after a while without activity. Sign in to pick up where
      you left off.
    </Callout>
  )
}
