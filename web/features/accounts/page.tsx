import { Building2, Lock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { landingOf, ownPath, pages } from '#contract/kit/pages.ts'
import { signOn } from '#contract/sign-on.ts'
import { ask } from '#web/platform/ask.ts'
import { useIsHydrated } from '#web/platform/hydrated.ts'
import { firmInPage } from '#web/platform/page-head.ts'
import { registerDraft, sessionFlag, useCurrentUser, welcomeFlag } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { RegisterForm, useRegisterForm } from './parts/register-form.tsx'
import { SignInForm, useEntry, useSignIn } from './parts/sign-in-form.tsx'

const heads = {
  login: { title: 'Sign in to your portal', lead: 'New here? Choose Register to open your account.' },
  code: {
    title: 'Enter your code',
    lead: 'Password accepted. One more step.',
  },
  register: { title: 'Open your account', lead: 'Already have one? Choose Login.' },
}

/** Signs in or registers. Someone who is signed in already is taken to their page. */
export const AuthPage = ({ isSecure }: { isSecure: boolean }) => {
  const [tab, setTab] = useTab()
  const { user, isLoading } = useCurrentUser()
  const next = useSearchParams()[0].get('next')
  const { isLeaving, enter } = useEntry(next)
  // Both forms live here, so that switching tabs loses nothing that was typed.
  const signingIn = useSignIn(
    (user) => {
      registerDraft.clear()
      enter(user)
    },
    { refused: sessionFlag.clear },
  )
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
        <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">{title}</PageHeading>
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
      <Encryption isSecure={isSecure} />
      {!isHalfway && <ProviderSignIn next={next} busy={isLeaving} />}
    </div>
  )
}

/** The open tab. Somebody who was registering before a reload carries on with it. */
function useTab() {
  const [chosen, choose] = useState<'login' | 'register' | null>(null)
  const isHydrated = useIsHydrated()
  const wasRegistering = useMemo(() => isHydrated && registerDraft.read() !== undefined, [isHydrated])
  return [chosen ?? (wasRegistering ? 'register' : 'login'), choose] as const
}

const Encryption = ({ isSecure }: { isSecure: boolean }) => (
  <p className="flex items-center gap-2.5 text-sm text-ink-soft">
    <Lock />
    {isSecure
      ? 'Your documents are encrypted, both when you send them and where we keep them.'
      : 'Your documents are encrypted where we keep them.'}
  </p>
)

/** Returns whether the user came through an invitation to a case. They accept it before they see the welcome page. */
const isInvitation = (next: string | null) => next?.startsWith(`${pages.jointInvitation}?`) ?? false

const SessionEnded = () => {
  const { state } = useLocation()
  if (!useIsHydrated() || !state?.hasEnded) return null
  return (
    <Callout tone="info" announce="status" title="Your session has ended">
      To keep your documents private, we sign you out after a while without activity, and when your password
      or your access changes. Sign in to pick up where you left off.
    </Callout>
  )
}

/**
 * Sign-in through the firm's own provider, for its staff. Comes last on the page, so that nothing moves when it
 * appears.
 */
export const ProviderSignIn = ({ next, busy }: { next: string | null; busy: boolean }) => {
  const [isLeaving, setLeaving] = useState(false)
  const name = useIsHydrated() ? firmInPage()?.signOn : null
  if (!name) return null
  const leave = async () => {
    setLeaving(true)
    try {
      const { url } = await ask(signOn.begin, next === null ? {} : { next })
      location.assign(url)
    } catch (error) {
      setLeaving(false)
      const description = error instanceof Error ? error.message : ''
      toast({ title: 'Login failed', description, variant: 'destructive' })
    }
  }
  return (
    <div className="grid gap-2.5 border-t border-line pt-5">
      <p className="text-sm text-ink-soft">Do you work at the firm?</p>
      <Button
        size="large"
        wide
        icon={<Building2 />}
        busy={isLeaving}
        disabled={busy}
        onClick={() => void leave()}
      >
        Sign in with {name}
      </Button>
    </div>
  )
}
