import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { accounts, type SignInAnswer, type User } from '#contract/accounts/accounts.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { landingOf, pages } from '#contract/kit/pages.ts'
import { ask } from '#web/platform/ask.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { useIsHydrated } from '#web/platform/hydrated.ts'
import { beginSession, welcomeFlag } from '#web/platform/session.ts'
import { chunk } from '#web/shell/chunk.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { clearToasts, toast } from '#web/ui/overlays/toast.ts'
import { canUsePasskeys, showPasskey } from './passkey-device.ts'
import type { SecondStepFormProps } from './second-step-form.tsx'

// Most people never see it, and everybody waits for the sign-in page.
const SecondStep = chunk(async () => (await import('./second-step-form.tsx')).SecondStepForm)

/** Asks for the second step of a sign-in. */
export const SecondStepForm = (props: SecondStepFormProps) => (
  <AsyncBoundary skeleton={<Spinner words="Loading" />}>
    <SecondStep.Part {...props} />
  </AsyncBoundary>
)

/** Signs in with one step or two. `isHalfway` is true while the code is awaited. */
export function useSignIn(done: (user: User) => void, options: LoginOptions = {}) {
  const [isHalfway, setHalfway] = useState(false)
  const enter = (user: User) => {
    // The error of an earlier attempt no longer applies.
    clearToasts()
    toast({ title: 'Login successful', description: 'Welcome back!', variant: 'success' })
    done(user)
  }
  const login = useLoginForm(
    (answer) => ('twoFactorRequired' in answer ? setHalfway(true) : enter(answer)),
    options,
  )
  const back = () => {
    login.resetField('password')
    setHalfway(false)
  }
  return { login, isHalfway, enter, back }
}

interface SignInFormProps {
  signingIn: ReturnType<typeof useSignIn>
  busy: boolean
  canLeave?: boolean
}

export const SignInForm = ({ signingIn, busy, canLeave = true }: SignInFormProps) => {
  const { login, isHalfway, enter, back } = signingIn
  if (isHalfway) return <SecondStepForm busy={busy} onDone={enter} onBack={back} />
  return (
    <div className="grid gap-3">
      <LoginForm form={login} busy={busy} canLeave={canLeave} />
      {/* Keeps the space of the button, which appears with the scripts, so that nothing moves. */}
      <div className={canLeave ? 'min-h-11.5' : undefined}>
        <PasskeySignIn enter={enter} busy={busy} />
      </div>
    </div>
  )
}

/** Signs in with a passkey instead of username, password and code, if this browser can. */
const PasskeySignIn = ({ enter, busy }: { enter: (user: User) => void; busy: boolean }) => {
  const [isAsking, setAsking] = useState(false)
  if (!useIsHydrated() || !canUsePasskeys()) return null
  const signIn = async () => {
    setAsking(true)
    try {
      const shown = await showPasskey(await ask(passkeys.ask, {}))
      enter(await ask(passkeys.signIn, { shown }))
    } catch (error) {
      const description = error instanceof Error ? error.message : ''
      toast({ title: 'Login failed', description, variant: 'destructive' })
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button size="large" wide icon={<KeyRound />} busy={isAsking || busy} onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  )
}

interface LoginOptions {
  username?: string
  refused?: () => void
}

const useLoginForm = (done: (answer: SignInAnswer) => void, { username, refused }: LoginOptions = {}) =>
  useCommandForm(accounts.login, {
    // Sets no empty values, as the user may have started typing before the scripts loaded.
    start: { username },
    done,
    refused: ({ message }) => {
      refused?.()
      const description = message || 'Invalid username or password'
      toast({ title: 'Login failed', description, variant: 'destructive' })
    },
  })

interface LoginFormProps {
  form: ReturnType<typeof useLoginForm>
  /** Whether the user is being signed in. */
  busy: boolean
  /** Whether the user may leave the page, because nothing behind it would be lost. */
  canLeave: boolean
}

const LoginForm = ({ form, busy, canLeave }: LoginFormProps) => (
  <form {...form.props} className="grid gap-5">
    <TextField
      label="Username"
      hint="Or your email address"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...form.field('username')}
    />
    <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
    <FormFault>{form.fault}</FormFault>
    {/* Disabled until the scripts have loaded. Otherwise the form would put the password into the address. */}
    <Button
      type="submit"
      variant="primary"
      size="large"
      wide
      busy={form.busy || busy}
      disabled={!useIsHydrated()}
    >
      Login
    </Button>
    {canLeave && (
      <p className="text-center text-sm touch:-my-3">
        <ButtonLink variant="link" to={pages.resetPassword}>
          Forgotten your password?
        </ButtonLink>
      </p>
    )}
  </form>
)

const entryDelay = 500

interface Where {
  /** The page the user wanted. Defaults to that of the sign-in page. */
  next?: string | null
  /** The page to go to, whatever the user wanted. */
  place?: string
}

/** Begins the session of a user who has signed in, and takes them on after half a second. */
export function useEntry(next: string | null) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [place, setPlace] = useState<string>()

  useEffect(() => {
    if (place === undefined) return
    const timer = setTimeout(() => navigate(place, { replace: true }), entryDelay)
    return () => clearTimeout(timer)
  }, [place, navigate])

  const enter = (user: User, { next: wanted = next, place: fixed }: Where = {}) => {
    if (user.isFirstLogin) welcomeFlag.clear()
    setPlace(fixed ?? landingOf(user, { next: wanted, hasViewedWelcome: false }))
    beginSession(cache, user)
  }
  return { isLeaving: place !== undefined, enter }
}
