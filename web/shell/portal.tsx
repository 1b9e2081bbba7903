import { useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router'
import { isCardPage, pages } from '#contract/kit/pages.ts'
import { Boundary } from '#web/ui/feedback/error-boundary.tsx'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { type Chunk, chunk } from './chunk.ts'
import { FaultPage } from './fault-pages.tsx'
import type { Feature, FrameParts, PortalPage, SettingsTab } from './feature.ts'
import { FirmFacts, SessionStart, SetupFirst } from './guards.tsx'
import { Loading } from './plain-page.tsx'
import { Portal, partsOf } from './portal-context.ts'
import { chunksOf, isForMembers, routesOf } from './routes.tsx'

/** Builds the portal from its features. Returns its pages and how to preload them. */
export const portalOf = (features: Feature[]) => {
  /** Fetches the chunks of a page. If that fails, the page says so when it is opened. */
  const preload = async (path: string) => {
    await Promise.all(chunksAt(path).map((part) => part.preload().catch(() => {})))
  }
  const portal = partsOf(features, preload)
  const all = [
    ...features.flatMap((feature) => feature.pages ?? []),
    settingsOf(features.flatMap(({ settings = [] }) => settings)),
  ]
  const frame = frameOf(
    portal.frame,
    all.flatMap(({ entry }) => entry?.Badge ?? []),
  )
  const pageAt = (path: string | undefined) => all.find((page) => page.path === path)
  const chunksAt = (path: string) => {
    const page = pageAt(path)
    const next = pageAt(page?.leadsTo)
    return page ? [...chunksOf(page, frame), ...(next ? [next.page] : [])] : []
  }
  const routes = routesOf(all, frame)
  const Routes = () => {
    const isElsewhere = useOtherDocument()
    const drawn = useRoutes(routes)
    return isElsewhere ? <Loading /> : drawn
  }

  const Pages = () => (
    <Portal value={portal}>
      <FirmFacts>
        <Boundary fallback={() => <FaultPage />}>
          <SessionStart>
            <UnthrottledSuspense standIn={<Loading />}>
              <SetupFirst>
                <Routes />
              </SetupFirst>
            </UnthrottledSuspense>
          </SessionStart>
        </Boundary>
      </FirmFacts>
    </Portal>
  )
  /** Whether a visitor ends up at the sign-in from this path, at once or after the session request. */
  const leadsToSignIn = (path: string) => {
    const page = pageAt(path)
    return page !== undefined && (page.audience === 'visitor' || isForMembers(page.audience))
  }
  return { Pages, preload, leadsToSignIn }
}

const isForCards = isCardPage(globalThis.location?.pathname ?? '/')

/**
 * A page with the processor's form begins and ends with a document of its own: its script reaches no other page, and
 * finds no other page's policy. Whoever goes from one to the other has the page loaded anew.
 */
const useOtherDocument = () => {
  const isElsewhere = isCardPage(useLocation().pathname) !== isForCards
  useEffect(() => {
    if (isElsewhere) location.reload()
  }, [isElsewhere])
  return isElsewhere
}

/** Loads the frame together with its features' parts, so that nothing appears in it later. */
const frameOf = (frame: Partial<FrameParts>, badges: Chunk[]) =>
  chunk(async () => {
    const { GateProvider, SessionWatch, Bell, BellEntry, Search, SearchEntry } = frame
    const parts = [GateProvider, SessionWatch, Bell, BellEntry, Search, SearchEntry, ...badges]
    const brought = parts.map((part) => part?.preload())
    const [{ Frame }] = await Promise.all([import('./frame.tsx'), ...brought])
    return Frame
  })

/** The settings page, to which several features add tabs. */
const settingsOf = (tabs: SettingsTab[]): PortalPage => ({
  path: pages.settings,
  audience: 'member',
  page: chunk(async () => {
    const contents = tabs.map(({ content }) => content.preload())
    const [{ SettingsPage }] = await Promise.all([import('./settings-page.tsx'), ...contents])
    return () => <SettingsPage tabs={tabs} />
  }),
})
