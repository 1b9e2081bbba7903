import { useEffect, useState } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/link.tsx'
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
      {/* A question to whoever builds the portal: a real firm's client cannot answer it. */}
      {firm?.isDemo && <p>Did you forget to add the page to the router?</p>}
      <p>
        If you followed a link or typed the address, it may have changed. Your account and your files are just
        as you left them.
      </p>
    </PlainPage>
  )
}

/** Nobody can be told apart: neither "signed in" nor "signed out" would be true. */
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
    <ReachUs />
  </PlainPage>
)

/** Instead of a white screen. Loading the page again also fetches parts that have been renewed meanwhile. */
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
    <ReachUs />
  </PlainPage>
)

/** Inside the frame, so that the navigation stays: what happened, that nothing was lost, and the ways on. */
export const PageFault = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const isOurs = error instanceof Problem
  // Its parts were never fetched, and cannot be now.
  const [isOffline] = useState(() => !isOurs && !navigator.onLine)
  return (
    <div className="grid max-w-180 gap-4">
      <DocumentTitle>Something went wrong</DocumentTitle>
      <h1 className="text-[28px]">This page couldn't be shown</h1>
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
      <ReachUs />
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
