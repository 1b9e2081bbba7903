import { useQueryClient } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { checkSession, endSession, resumeSession } from '#web/platform/session.ts'
import { clearOwnStorage } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Logo } from '#web/ui/data/logo.tsx'
import { SignInForm, useSignIn } from './parts/sign-in-form.tsx'

/** Covers a page with typed values when the session has ended. The user signs in again and carries on. */
export const SignInAgain = ({ held }: { held: User }) => {
  const cache = useQueryClient()
  const [isBack, setBack] = useState(false)
  const navigate = useNavigate()
  const signingIn = useSignIn(
    (user) => {
      setBack(true)
      if (user.id === held.id) resumeSession(cache, user)
      else location.assign(pages.dashboard)
    },
    { username: held.username },
  )
  const leave = () => {
    endSession(cache)
    // The next person at this device may be somebody else.
    clearOwnStorage()
    void navigate(pages.auth, { replace: true })
  }
  // If the user signs in again in another tab, this tab carries on when it is next focused.
  useEffect(() => {
    const check = () => void checkSession(cache)
    addEventListener('focus', check)
    return () => removeEventListener('focus', check)
  }, [cache])

  return (
    <Radix.Root open>
      <Radix.Portal>
        {/* Opaque, so that a passer-by can't read the page of a client who has left. */}
        <Radix.Overlay className="fixed inset-0 z-60 bg-paper" />
        <Radix.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-60 m-auto grid h-fit max-h-dvh w-full max-w-110 gap-5 overflow-y-auto p-6"
        >
          <Logo />
          <div className="grid gap-2">
            <Radix.Title className="text-[1.75rem]">Please sign in again</Radix.Title>
            <Radix.Description className="text-ink-soft">
              Your session has ended, to keep your documents private. What you typed is still here: sign in
              and carry on. Leaving this page deletes what isn’t saved yet.
            </Radix.Description>
          </div>
          <SignInForm signingIn={signingIn} busy={isBack} canLeave={false} />
          <Button variant="link" onClick={leave}>
            Leave this page instead
          </Button>
          <FirmContactLine />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
