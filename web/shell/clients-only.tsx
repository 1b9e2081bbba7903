import { use } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { pageAt, pages } from '#contract/kit/pages.ts'
import { detourFrom } from '#contract/onboarding/gate.ts'
import { useUser, welcomeFlag } from '#web/platform/session.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Gate } from './portal-context.ts'

/** The guard of clients' pages. Sends staff to their own page, and clients to onboarding if that comes first. */
export const ClientsOnly = () => {
  const user = useUser()
  const gate = use(Gate)
  const page = pageAt(useLocation().pathname)
  if (user.role !== 'client') return <Navigate to={pages.firm} replace />
  if (gate?.isLoading) return <Deciding />
  const detour = page && gate && detourFrom(page, { gate, hasViewedWelcome: welcomeFlag.read() === true })
  return detour ? <Navigate to={detour} replace /> : <Outlet />
}

// As high as the window, so that the footer does not move when the page appears.
const Deciding = () => (
  <div className="min-h-dvh">
    <Spinner words="Loading" hideWords />
  </div>
)
