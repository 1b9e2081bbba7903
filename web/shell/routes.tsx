import { type ReactNode, use, useEffect } from 'react'
import { Outlet, type RouteObject } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { UserOfEndedSession, useCurrentUser, useSessionFlag } from '#web/platform/session.ts'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { type Chunk, chunk } from './chunk.ts'
import { NotFoundPage } from './fault-pages.tsx'
import type { PageProps, PortalPage } from './feature.ts'
import { Allowed, DemoOnly, InstallerOnly, type MemberAudience, Protected, SessionKnown } from './guards.tsx'
import { Loading, PlainFrame } from './plain-page.tsx'
import { Portal } from './portal-context.ts'

const clients = chunk(async () => (await import('./clients-only.tsx')).ClientsOnly)
const authFrame = chunk<{ children: ReactNode }>(async () => (await import('./auth-frame.tsx')).AuthFrame)

interface Preloaded {
  preload: () => Promise<unknown>
}

/** Lists the chunks a page needs, from the outside in. */
export const chunksOf = ({ audience, page }: PortalPage, frame: Chunk): Preloaded[] => {
  if (audience === 'visitor') return [authFrame, page]
  if (!isForMembers(audience)) return [page]
  return audience === 'client' ? [frame, clients, page] : [frame, page]
}

export const isForMembers = (audience: PortalPage['audience']): audience is MemberAudience =>
  !['anyone', 'visitor', 'installer'].includes(audience)

/** Builds the route of every page, with its guard and its frame. `frame` surrounds the pages of signed-in users. */
export const routesOf = (all: PortalPage[], frame: Chunk): RouteObject[] => [
  ...all.flatMap((page) => (isForMembers(page.audience) ? [] : [openRoute(page, frame)])),
  {
    element: <Protected />,
    // All routes have one shape, so that React keeps the frame mounted when another page opens.
    children: all.flatMap((page) =>
      isForMembers(page.audience) ? [memberRoute(page, page.audience, frame)] : [],
    ),
  },
  { path: '*', element: <NotFoundPage /> },
]

const memberRoute = (page: PortalPage, audience: MemberAudience, { Part: Frame }: Chunk): RouteObject => ({
  element: (
    <Allowed
      audience={audience}
      action={page.action}
      inDemo={page.inDemo ?? false}
      otherwise={<NotFoundPage />}
    />
  ),
  children: [
    {
      element: <Frame />,
      children: [audience === 'client' ? within(<clients.Part />, leaf(page)) : leaf(page)],
    },
  ],
})

const openRoute = (page: PortalPage, frame: Chunk): RouteObject => {
  const route = leaf(page)
  if (page.audience === 'visitor') return within(<SessionKnown />, within(<SignIn />, route))
  if (page.audience === 'installer') return within(<InstallerOnly otherwise={<NotFoundPage />} />, route)
  const framed = page.frame ? within(frameFor(page.frame, frame), route) : route
  return page.inDemo ? within(<DemoOnly otherwise={<NotFoundPage />} />, framed) : framed
}

const frameFor = (kind: NonNullable<PortalPage['frame']>, frame: Chunk) =>
  kind === 'auth' ? <AuthFramed /> : kind === 'own' ? <OwnFrame frame={frame} /> : <Plain />

const within = (element: ReactNode, route: RouteObject): RouteObject => ({ element, children: [route] })

const leaf = ({ path, page }: PortalPage): RouteObject => ({ path, element: <ShownPage page={page} /> })

const ShownPage = ({ page: { Part } }: { page: Chunk<PageProps> }) => (
  <Part isSecure={useKnownFirm().firm?.isSecure ?? false} />
)

const SignIn = () => {
  const { preload } = use(Portal)
  useEffect(() => {
    // Preloads the next pages after sign-in while the form is filled in.
    const timer = setTimeout(() => [pages.welcome, pages.dashboard].map((path) => preload(path)), 3_000)
    return () => clearTimeout(timer)
  }, [preload])
  return (
    <authFrame.Part>
      <Outlet />
    </authFrame.Part>
  )
}

/** The page of an email's link, in the frame of the sign-in, whether or not anyone is signed in. */
const AuthFramed = () => (
  <authFrame.Part>
    <UnthrottledSuspense standIn={<Loading />}>
      <Outlet />
    </UnthrottledSuspense>
  </authFrame.Part>
)

const Plain = () => (
  <PlainFrame>
    <UnthrottledSuspense standIn={<Loading />}>
      <Outlet />
    </UnthrottledSuspense>
  </PlainFrame>
)

/** Keeps staff in their own frame. A missing second factor is asked for on other pages. */
const OwnFrame = ({ frame: { Part: Frame } }: { frame: Chunk }) => {
  const { user, isLoading } = useCurrentUser()
  const wasSignedIn = useSessionFlag()
  if (isLoading && wasSignedIn) return <Loading />
  if (!user || user.role === 'client') return <Plain />
  return (
    <UnthrottledSuspense standIn={<Loading />}>
      <UserOfEndedSession value={user}>
        <Frame />
      </UserOfEndedSession>
    </UnthrottledSuspense>
  )
}
