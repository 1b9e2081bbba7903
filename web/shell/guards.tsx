import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { authPath, canTry, pages } from '#contract/kit/pages.ts'
import { type Action, may } from '#contract/kit/rights.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import {
  HeldUser,
  hasLeft,
  IsSessionReady,
  sessionFlag,
  useCurrentUser,
  useSessionFlag,
  useUser,
} from '#web/platform/session.ts'
import { Reach } from '#web/ui/actions/link.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { SessionFaultPage } from './fault-pages.tsx'
import { Loading, PlainFrame } from './plain-page.tsx'
import { Portal } from './portal-context.ts'

/** Around everything that asks who is signed in: a page that the browser draws ahead of time asks for nobody. */
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

/** The pages that need a signed-in person. Without one: a retrieval where there was a session, else the sign-in. */
export const Protected = () => {
  const { user, isLoading, error, refetch } = useCurrentUser()
  const held = useLast(user)
  const hasTyped = useHasTyped()
  const wasSignedIn = useSessionFlag()
  const { SignInAgain, SecondFactorFirst } = use(Portal).frame
  const [isAdding, stopAdding] = useMustAdd(user)

  if (error) return <SessionFaultPage problem={error} retry={() => void refetch()} />
  if (isLoading || user === undefined) return <Loading />
  if (held && user && held.id !== user.id) return <StartOver />
  if (user && isAdding && SecondFactorFirst)
    return (
      <HeldUser value={held}>
        <PlainFrame>
          <Suspense fallback={null}>
            <SecondFactorFirst.Part done={stopAdding} />
          </Suspense>
        </PlainFrame>
      </HeldUser>
    )
  // A guest has one page, whatever address they try.
  if (user?.isGuest) return <Navigate to={pages.guest} replace />
  // A page that somebody has typed into stays mounted behind the sign-in, with all that was typed.
  const isKept = user === null && held !== null && wasSignedIn && hasTyped
  if (user || isKept)
    return (
      <HeldUser value={held}>
        <Outlet />
        {isKept && SignInAgain && (
          <Suspense fallback={null}>
            <SignInAgain.Part held={held} />
          </Suspense>
        )}
      </HeldUser>
    )
  return wasSignedIn ? <Retrieving ask={refetch} /> : <ToSignIn />
}

/** Whether a second factor comes first; on, it stays until its recovery codes are kept. */
const useMustAdd = (user: User | null | undefined) => {
  const { firm } = useKnownFirm()
  const isMissing =
    user && user.role !== 'client' && !user.isTwoFactorEnabled && firm !== null && !firm.isDemo
  const [isAdding, setAdding] = useState(false)
  if (isMissing && !isAdding) setAdding(true)
  return [isAdding, () => setAdding(false)] as const
}

/** There was a session in this browser: it is asked for once more before the visitor is sent to sign in. */
const Retrieving = ({ ask }: { ask: ReturnType<typeof useCurrentUser>['refetch'] }) => {
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
  const to = hasLeft(useQueryClient()) ? pages.auth : authPath(pathname + search)
  return <Navigate to={to} state={{ hasEnded }} replace />
}

/** Another person has signed in in another tab: nothing of the one before may stay on this page. */
const StartOver = () => {
  useEffect(() => location.assign('/'), [])
  return <Loading />
}

/** The person whose page this is, also after their session has ended. */
const useLast = (user: User | null | undefined) => {
  const [last, setLast] = useState<User | null>(null)
  if (user && user !== last && (last === null || last.id === user.id)) setLast(user)
  return last
}

export type MemberAudience = 'member' | 'client' | 'firm' | 'tester'

/** Pages for some of those who are signed in: for the others they do not exist. Clients' pages lead others to theirs. */
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
  const mayOpen = {
    member: true,
    client: true,
    firm: user.role !== 'client' && (action === undefined || may(user.roles, action)),
    tester: canTry(user, { isDemo }),
  }
  return mayOpen[audience] && (isDemo || !inDemo) ? <Outlet /> : otherwise
}

/** Pages for trying things out: they exist in the demo. */
export const DemoOnly = ({ otherwise }: { otherwise: ReactNode }) =>
  useKnownFirm().firm?.isDemo ? <Outlet /> : otherwise

/** An empty portal has one page: where it is set up. */
export const SetupFirst = ({ children }: { children: ReactNode }) => {
  const isElsewhere = useLocation().pathname !== pages.setup
  return useKnownFirm().firm?.needsSetup && isElsewhere ? <Navigate to={pages.setup} replace /> : children
}

/** Once done it is no page any more, but for whoever is just doing it. */
export const InstallerOnly = ({ otherwise }: { otherwise: ReactNode }) => {
  const { firm } = useKnownFirm()
  const [isOpen] = useState(firm?.needsSetup ?? false)
  return isOpen ? <Outlet /> : otherwise
}

/** Nobody signs in while the portal cannot tell who is there. */
export const SessionKnown = () => {
  const { error, refetch } = useCurrentUser()
  return error ? <SessionFaultPage problem={error} retry={() => void refetch()} /> : <Outlet />
}

/** Whether something was typed or chosen on the page that is open now. */
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

/** Tells all pages whose portal this is. Where the firm cannot be asked, the pages do without. */
export const FirmFacts = ({ children }: { children: ReactNode }) => {
  const { firm, isLoading } = useKnownFirm()
  const [isAnswered, setAnswered] = useState(false)
  // Once only: a later question about the firm must not take away the page that asks it.
  if (!isLoading && !isAnswered) setAnswered(true)
  if (!isAnswered) return <Loading />
  return (
    <SiteName value={firm?.name ?? 'Client Portal'}>
      <Reach value={firm}>{children}</Reach>
    </SiteName>
  )
}
