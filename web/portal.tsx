import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { useRecovery } from './platform/recovery.ts'
import { Pages } from './router.tsx'
import { Boundary } from './ui/feedback/error-boundary.tsx'
import { Notices } from './ui/feedback/notice.tsx'
import { Toaster } from './ui/overlays/toaster.tsx'

interface PortalProps {
  cache: QueryClient
  /** Says at which address the portal is: the browser's own, or the one that is drawn at the build. */
  Router: (props: { children: ReactNode }) => ReactNode
}

/** All of the portal, in the browser and in the sign-in page that the build draws: both have to be the same. */
export const Portal = ({ cache, Router }: PortalProps) => (
  <StrictMode>
    <Boundary>
      <QueryClientProvider client={cache}>
        <Router>
          <Pages />
        </Router>
        <Recovery />
        <Notices />
        <Toaster />
      </QueryClientProvider>
    </Boundary>
  </StrictMode>
)

/** Inside the provider of the cache that it watches. */
const Recovery = () => {
  useRecovery()
  return null
}
