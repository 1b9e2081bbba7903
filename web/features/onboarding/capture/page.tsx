import { useEffect } from 'react'
import { useParams } from 'react-router'
import { SessionToken } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { tellParent } from './message.ts'
import { Ended } from './parts/ended.tsx'
import { CaptureFrame } from './parts/frame.tsx'
import { Open } from './parts/open.tsx'
import { isUnknown, useCaptureSession } from './session.ts'

/**
 * Takes the pictures of a verification session: in a frame of the conversation, or on its own on a phone.
 * Nobody is signed in here; the token in its address is the key, for this one session.
 */
export const CapturePage = ({ isSecure }: { isSecure: boolean }) => {
  const token = SessionToken.safeParse(useParams().token).data ?? ''
  const { data: session, error, refetch } = useCaptureSession(token)
  const state = session?.state
  useEffect(() => {
    if (state && state !== 'open') tellParent(state)
  }, [state])

  useEffect(() => {
    // Keys that are pressed in a frame are not heard by the window around it.
    const hear = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && tellParent('closing')
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])

  if (isUnknown(error)) return <Closed isSecure={isSecure} ending="unknown" />
  if (!session)
    return (
      <CaptureFrame line="With your phone or computer" isSecure={isSecure}>
        {error ? <Unreachable message={error.message} retry={() => void refetch()} /> : <Coming />}
      </CaptureFrame>
    )
  if (session.state !== 'open') return <Closed isSecure={isSecure} ending={session.state} />
  return <Open token={token} session={session} isSecure={isSecure} />
}

const Closed = ({ ending, isSecure }: Parameters<typeof Ended>[0] & { isSecure: boolean }) => (
  <CaptureFrame line={ending === 'submitted' ? 'Done' : 'Not open'} isSecure={isSecure}>
    <Ended ending={ending} />
  </CaptureFrame>
)

const Unreachable = ({ message, retry }: { message: string; retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title={message}
    actions={<Button onClick={retry}>Try again</Button>}
  />
)

const Coming = () => (
  <SkeletonGroup words="Opening your identity check">
    <Skeleton className="h-8 w-72 max-w-full" />
    <Skeleton className="h-56 w-full rounded-xl" />
  </SkeletonGroup>
)
