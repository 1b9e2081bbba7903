import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { clearToasts, toast } from '#web/ui/overlays/toast.ts'
import { LoginForm, type LoginOptions, useLoginForm } from './login-form.tsx'
import { SecondStepForm } from './second-step-form.tsx'

/** Signing in, by one step or two; `isHalfway` while the code is awaited. */
export function useSigningIn(done: (user: User) => void, options: LoginOptions = {}) {
  const [isHalfway, setHalfway] = useState(false)
  const enter = (user: User) => {
    // A failure of the attempt before is no longer true.
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

interface SigningInProps {
  signingIn: ReturnType<typeof useSigningIn>
  busy: boolean
  canLeave?: boolean
}

export const SigningIn = ({ signingIn, busy, canLeave = true }: SigningInProps) => {
  const { login, isHalfway, enter, back } = signingIn
  if (isHalfway) return <SecondStepForm busy={busy} onDone={enter} onBack={back} />
  return <LoginForm form={login} busy={busy} canLeave={canLeave} />
}
