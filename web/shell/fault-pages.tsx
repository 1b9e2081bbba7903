import { useEffect, useState } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { DocumentTitle } from '#web/ui/layout/page.tsx'
import { PlainPage } from './plain-page.tsx'

export const NotFoundPage = () => {
  const { firm } = useKnownFirm()
  return (
    <PlainPage
      title="404 Page Not Found"
      actions={
        <ButtonLink to={pages.dashboard} variant="primary">
          Go to Home
        </ButtonLink>
      }
    >
      {/* A hint for developers. A real firm's client could not act on it. */}
      {firm?.isDemo && <p>Did you forget to add the page to the router?</p>}
      <p>
        If you followed a link or typed the address, it may have changed. Your account and your files are just
        as you left them.
      </p>
    </PlainPage>
  )
}

/** Shown if the session request failed: neither "signed in" nor "signed out" would be true. */
export const SessionFaultPage = ({ problem, retry }: { problem: Problem; retry: () => void }) => (
  <PlainPage
    title="We couldn't open your portal"
    actions={
      <>
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
        <ButtonAnchor href={pages.dashboard}>Go to Home</ButtonAnchor>
      </>
    }
  >
    <p role="alert">{problem.message}</p>
    <p>We can't tell yet whether you're signed in. Nothing you sent has been lost.</p>
    <FirmContactLine />
  </PlainPage>
)

/** Shown instead of a white screen. Reloading also fetches chunks that a new release has replaced. */
export const FaultPage = () => (
  <PlainPage
    title="This page couldn't be shown"
    actions={
      <>
        <Button variant="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
        <ButtonAnchor href={pages.dashboard}>Go to Home</ButtonAnchor>
      </>
    }
  >
    <p role="alert">Something went wrong on this page. Nothing you sent has been lost.</p>
    <p>If it happens again, please tell us what you were doing.</p>
    <FirmContactLine />
  </PlainPage>
)

/**
 * Shown inside the frame, so that the navigation stays. Says what happened, that nothing was lost, and what to do next.
 */
export const PageFault = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const isOurs = error instanceof Problem
  // The page's chunks were never fetched, and cannot be fetched offline.
  const [isOffline] = useState(() => !isOurs && !navigator.onLine)
  return (
    <div className="grid max-w-180 gap-4">
      <DocumentTitle>Something went wrong</DocumentTitle>
      <h1 className="text-[1.75rem]">This page couldn't be shown</h1>
      {isOffline ? (
        <OfflineFault />
      ) : (
        <Callout
          tone="stop"
          announce="alert"
          title={
            isOurs ? error.message : 'Something went wrong on this page. Nothing you sent has been lost.'
          }
          actions={
            <Button onClick={isOurs ? retry : () => location.reload()}>
              {isOurs ? 'Try again' : 'Load the page again'}
            </Button>
          }
        />
      )}
      <FirmContactLine />
    </div>
  )
}

const OfflineFault = () => {
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <Callout tone="warn" announce="alert" title="You are offline">
      Nothing you sent has been lost. This page will open when you're back online.
    </Callout>
  )
}
