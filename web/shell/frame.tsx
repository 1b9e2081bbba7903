import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { useLiveChanges } from '#web/platform/live.ts'
import { checkSession, isSigningOut, useUser } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Boundary } from '#web/ui/feedback/error-boundary.tsx'
import { Skeleton, SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { Main, SkipLink } from '#web/ui/layout/page.tsx'
import { TooltipArea } from '#web/ui/overlays/tooltip.tsx'
import { PageFault } from './fault-pages.tsx'
import type { EndpointName } from './feature.ts'
import { Footer } from './footer.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { settingsEntry, useIsLocked } from './navigation.ts'
import { BottomBar, PhoneHeader } from './phone.tsx'
import { Portal } from './portal-context.ts'
import { Sidebar } from './sidebar.tsx'

const columnClass =
  'flex min-h-dvh min-w-0 flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] ' +
  'print:block print:min-h-0 print:pb-0'

/** The frame around every page of a signed-in user. */
export const Frame = () => {
  useLivePages()
  usePreloading()
  const { SessionWatch } = use(Portal).frame
  return (
    <Gated>
      <LeaveQuestion>
        <TooltipArea>
          <SkipLink />
          <div className="group/frame min-h-dvh md:grid md:grid-cols-[16rem_minmax(0,1fr)] print:block print:min-h-0">
            <Sidebar />
            <div className={columnClass}>
              <PhoneHeader />
              <Main className="flex-1 px-4.5 py-5 md:px-11 md:py-8 print:py-0">
                <Content />
              </Main>
              <div className="px-4.5 pt-4 pb-7 md:px-11 lg:group-has-data-window-high/frame:hidden print:hidden">
                <Footer
                  className="mx-auto max-w-290 border-t border-line pt-5"
                  hasInbox={useUser().role === 'client'}
                />
              </div>
            </div>
            <BottomBar />
          </div>
          {SessionWatch && <SessionWatch.Part />}
        </TooltipArea>
      </LeaveQuestion>
    </Gated>
  )
}

const Gated = ({ children }: { children: ReactNode }) => {
  const { GateProvider } = use(Portal).frame
  return GateProvider ? <GateProvider.Part>{children}</GateProvider.Part> : children
}

/** Contains errors of the page, so that the navigation and the ways to contact the firm stay. */
const Content = () => {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto grid w-full max-w-290 gap-5.5">
      <VerifyBanner />
      <QueryErrorResetBoundary key={pathname}>
        {({ reset }) => (
          <Boundary onRetry={reset} fallback={(error, retry) => <PageFault error={error} retry={retry} />}>
            <UnthrottledSuspense standIn={<PageSkeleton />}>
              <Outlet />
            </UnthrottledSuspense>
          </Boundary>
        )}
      </QueryErrorResetBoundary>
      <ClientTips />
    </div>
  )
}

/** Rendered after the page, so that nothing moves when the tips arrive. If they fail, the page still works. */
const ClientTips = () => {
  const { Tips } = use(Portal).frame
  const { role } = useUser()
  if (role !== 'client' || !Tips) return null
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <Tips.Part />
      </Suspense>
    </Boundary>
  )
}

// As high as the window, so that the footer does not move when the page appears.
const PageSkeleton = () => (
  <div className="min-h-dvh">
    <SkeletonGroup>
      <Skeleton className="h-9 w-64 max-w-full" />
      <SkeletonCard rows={2} />
      <SkeletonCard />
    </SkeletonGroup>
  </div>
)

const bannerless: readonly string[] = [pages.welcome, pages.onboarding]

const VerifyBanner = () => {
  const { pathname } = useLocation()
  const isLocked = useIsLocked()
  if (!isLocked || bannerless.includes(pathname)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-warn/35 bg-warn-tint px-4 py-3">
      <LockKeyhole className="text-warn" />
      <p className="min-w-0 flex-1 font-semibold">Complete verification to access all features</p>
      <ButtonLink to={pages.dashboard} size="small">
        Continue
      </ButtonLink>
    </div>
  )
}

/** Preloads the pages that are likely to be opened next, once the page has settled. */
const usePreloading = () => {
  const user = useUser()
  const { preload, entriesFor } = use(Portal)
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { path } of [...entriesFor(user), settingsEntry]) preload(path)
    }, 2_000)
    return () => clearTimeout(timer)
  }, [user, preload, entriesFor])
}

/** Keeps all pages up to date while someone is signed in. */
const useLivePages = () => {
  const cache = useQueryClient()
  const { live } = use(Portal)
  useLiveChanges((topic) => (live[topic] ?? []).map(endpointOf), {
    enabled: true,
    isDeaf: () => isSigningOut(cache),
    onSignedOut: () => void checkSession(cache),
  })
}

const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, members]) =>
    Object.entries(members).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
)

const endpointOf = (name: EndpointName) => {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`The contract has no endpoint ${name}.`)
  return endpoint
}
