import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { z } from 'zod'
import type { User } from '#contract/accounts/accounts.ts'
import { authPath, canUseSandbox, pages } from '#contract/kit/pages.ts'
import { type Action, may } from '#contract/kit/rights.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import {
  hasSignedOut,
  IsSessionReady,
  sessionFlag,
  UserOfEndedSession,
  useCurrentUser,
  useSessionFlag,
  useUser,
} from '#web/platform/session.ts'
import { FirmContact } from '#web/ui/actions/link.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { SessionFaultPage } from './fault-pages.tsx'
import { Loading, PlainFrame } from './plain-page.tsx'
import { Portal } from './portal-context.ts'

/** Delays everything that queries the session until the page is shown: a prerendered page must not query it. */
export const SessionStart = ({ children }: { children: ReactNode }) => {
  const [isReady, setReady] = useState(false)
  useEffect(() => void whenShown().then(() => setReady(true)), [])
  return <IsSessionReady value={isReady}>{children}</IsSessionReady>
}

const whenShown = () =>
  new Promise<unknown>((resolve) => {
    const isAhead = 'prerendering' in document && document.prerendering === true
    if (isAhead) document.addEventListener('prerenderingchange', resolve, { once: true })
    else resolve(null)
  })

/**
 * Guards the pages that need a signed-in user. Without one it asks once more if there was a session in this browser,
 * else shows the sign-in.
 */
export const Protected = () => {
  const { user, isLoading, error, refetch } = useCurrentUser()
  const held = useLastUser(user)
  const hasTyped = useHasTyped()
  const wasSignedIn = useSessionFlag()
  const cache = useQueryClient()
  const { SignInAgain, SecondFactorFirst } = use(Portal).frame
  const [isAdding, stopAdding] = useMustAdd(user)

  if (error) return <SessionFaultPage problem={error} retry={() => void refetch()} />
  if (isLoading || user === undefined) return <Loading />
  if (held && user && held.id !== user.id) return <StartOver />
  if (user && isAdding && SecondFactorFirst)
    return (
      <UserOfEndedSession value={held}>
        <PlainFrame line="Law Firm Portal">
          <Suspense fallback={null}>
            <SecondFactorFirst.Part done={stopAdding} />
          </Suspense>
        </PlainFrame>
      </UserOfEndedSession>
    )
  // A guest has only one page, whatever address they open.
  if (user?.isGuest) return <Navigate to={pages.guest} replace />
  // A page with unsaved input stays mounted behind the sign-in, with everything that was typed.
  const hasEnded = user === null && held !== null && !hasSignedOut(cache)
  const isKept = hasEnded && hasTyped
  if (user || isKept)
    return (
      <UserOfEndedSession value={held}>
        <Outlet />
        {isKept && SignInAgain && (
          <Suspense fallback={null}>
            <SignInAgain.Part held={held} />
          </Suspense>
        )}
      </UserOfEndedSession>
    )
  // Another tab may have been the first to notice the end, and has cleared the flag.
  return wasSignedIn ? <RetryingSession ask={refetch} /> : <ToSignIn hasEnded={hasEnded} />
}

/** Whether a second factor must be added first. Once that has begun, it lasts until the recovery codes are saved. */
const useMustAdd = (user: User | null | undefined) => {
  const { firm } = useKnownFirm()
  const isMissing = user && user.role !== 'client' && !user.hasSecondFactor && firm !== null && !firm.isDemo
  const [isAdding, setAdding] = useState(false)
  if (isMissing && !isAdding) setAdding(true)
  return [isAdding, () => setAdding(false)] as const
}

/** Asks once more for the session that was in this browser, before sending the visitor to the sign-in. */
const RetryingSession = ({ ask }: { ask: ReturnType<typeof useCurrentUser>['refetch'] }) => {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    let isLeft = false
    void ask().then(({ data }) => {
      if (data || isLeft) return
      sessionFlag.clear()
      setGone(true)
    })
    return () => {
      isLeft = true
    }
  }, [ask])
  return isGone ? <ToSignIn hasEnded /> : <Loading words="Retrieving your session..." />
}

const ToSignIn = ({ hasEnded = false }: { hasEnded?: boolean }) => {
  const { pathname, search } = useLocation()
  const to = hasSignedOut(useQueryClient()) ? pages.auth : authPath(pathname + search)
  return <Navigate to={to} state={{ hasEnded }} replace />
}

/** Another user has signed in in another tab, so nothing of the first user may stay on this page. */
const StartOver = () => {
  useEffect(() => location.assign('/'), [])
  return <Loading />
}

/** Returns the user whose page this is, even after their session has ended. */
const useLastUser = (user: User | null | undefined) => {
  const [last, setLast] = useState<User | null>(null)
  if (user && user !== last && (last === null || last.id === user.id)) setLast(user)
  return last
}

export type MemberAudience = 'member' | 'client' | 'firm' | 'tester'

/**
 * Guards pages for some signed-in users. Others get `otherwise`, and so does an address whose id was cut off. Lets
 * everyone pass to clients' pages, from which `ClientsOnly` sends staff to their own.
 */
export const Allowed = ({
  audience,
  action,
  inDemo,
  otherwise,
}: {
  audience: MemberAudience
  action: Action | undefined
  inDemo: boolean
  otherwise: ReactNode
}) => {
  const user = useUser()
  const isDemo = useKnownFirm().firm?.isDemo ?? false
  const { id } = useParams()
  const mayOpen = {
    member: true,
    client: true,
    firm: user.role !== 'client' && (action === undefined || may(user.roles, action)),
    tester: canUseSandbox(user, { isDemo }),
  }
  const isWhole = id === undefined || z.uuid().safeParse(id).success
  return mayOpen[audience] && (isDemo || !inDemo) && isWhole ? <Outlet /> : otherwise
}

/** Guards pages for trying things out, which exist only in the demo. */
export const DemoOnly = ({ otherwise }: { otherwise: ReactNode }) =>
  useKnownFirm().firm?.isDemo ? <Outlet /> : otherwise

/** Sends everyone to the set-up page while the portal is not set up. */
export const SetupFirst = ({ children }: { children: ReactNode }) => {
  const isElsewhere = useLocation().pathname !== pages.setup
  return useKnownFirm().firm?.needsSetup && isElsewhere ? <Navigate to={pages.setup} replace /> : children
}

/** Guards the set-up page, which disappears once it is done, except for the person who is just doing it. */
export const InstallerOnly = ({ otherwise }: { otherwise: ReactNode }) => {
  const { firm } = useKnownFirm()
  const [isOpen] = useState(firm?.needsSetup ?? false)
  return isOpen ? <Outlet /> : otherwise
}

/** Blocks the sign-in pages while the session request fails. */
export const SessionKnown = () => {
  const { error, refetch } = useCurrentUser()
  return error ? <SessionFaultPage problem={error} retry={() => void refetch()} /> : <Outlet />
}

/** Whether something was typed or chosen on the current page. */
function useHasTyped() {
  const { pathname } = useLocation()
  const [typedOn, setTypedOn] = useState<string>()
  useEffect(() => {
    const remember = () => setTypedOn(pathname)
    addEventListener('input', remember)
    return () => removeEventListener('input', remember)
  }, [pathname])
  return typedOn === pathname
}

/** Provides the firm's details to all pages. If they cannot be loaded, the pages do without. */
export const FirmFacts = ({ children }: { children: ReactNode }) => {
  const { firm, isLoading } = useKnownFirm()
  const [isAnswered, setAnswered] = useState(false)
  // Only once: a later request for the firm must not unmount the page that makes it.
  if (!isLoading && !isAnswered) setAnswered(true)
  if (!isAnswered) return <Loading />
  return (
    <SiteName value={firm?.name ?? 'Client Portal'}>
      <FirmContact value={firm}>{children}</FirmContact>
    </SiteName>
  )
}
