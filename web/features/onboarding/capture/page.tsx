import { CircleCheck, Clock, RefreshCw, SearchX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import { type CaptureSession, SessionToken, sessionMinutes } from '#contract/identity/session.ts'
import { pages } from '#contract/kit/pages.ts'
import { useSessionFlag } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { isFramed, postToParent } from './message.ts'
import { CaptureFrame, Stage } from './parts/frame.tsx'
import { Open } from './parts/open.tsx'
import { isUnknown, useCaptureSession } from './session.ts'

/**
 * Takes the pictures of a verification session: in a frame of the conversation, or on its own on a phone. Nobody is
 * signed in here. The token in the address is the key to this one session.
 */
export const CapturePage = ({ isSecure }: { isSecure: boolean }) => {
  const token = SessionToken.safeParse(useParams().token).data ?? ''
  const { data: session, error, refetch } = useCaptureSession(token)
  const state = session?.state
  useEffect(() => {
    if (state && state !== 'open') postToParent(state)
  }, [state])

  useEffect(() => {
    // The window around a frame doesn't receive keys that are pressed in it.
    const hear = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && postToParent('closing')
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

type Ending = Exclude<CaptureSession['state'], 'open'> | 'unknown'

interface EndingWords {
  icon: ReactNode
  title: string
  text: string
  /** What to do next, in the frame of the conversation and on its own. */
  inFrame: string
  alone: string
}

const startAgain = {
  inFrame: 'Go back to the chat and start your identity check again.',
  alone:
    'Sign in to your portal on any device. The chat picks up where you left off, and starts your identity check again.',
}

const endings: Record<Ending, EndingWords> = {
  submitted: {
    icon: <CircleCheck />,
    title: 'Thank you. We have your photos',
    text: 'Your photos have arrived safely.',
    inFrame: 'You can close this window. The chat carries on by itself.',
    alone:
      'Go back to the device you started on: the chat carries on there by itself. You can close this page.',
  },
  expired: {
    icon: <Clock />,
    title: 'This session has expired',
    text: `For your safety, each link works for ${sessionMinutes} minutes only.`,
    ...startAgain,
  },
  replaced: {
    icon: <RefreshCw />,
    title: 'This session has been replaced by a newer one',
    text: 'Your identity check was started again, so this link no longer works.',
    inFrame: 'Go back to the chat and carry on there.',
    alone: 'Use the newest link from the chat in your portal.',
  },
  unknown: {
    icon: <SearchX />,
    title: "We don't recognise this link",
    text: 'It may be incomplete, or belong to someone else.',
    inFrame: 'Go back to the chat and start your identity check again.',
    alone: 'Open it again from the chat in your portal: scan the code again, or press the button there.',
  },
}

/** Shown when the session takes no more pictures: says why, and what to do now. */
const Ended = ({ ending }: { ending: Ending }) => {
  const { icon, title, text, inFrame, alone } = endings[ending]
  // A client who is signed in here has the chat on this device.
  const isChatHere = useSessionFlag() && !isFramed() && ending === 'submitted'
  return (
    <Stage title={title}>
      <div className="flex max-w-[65ch] gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          {icon}
        </span>
        <div role="status" className="grid gap-1.5">
          <p>{text}</p>
          <p className="font-semibold">
            {isFramed() ? inFrame : isChatHere ? 'The chat carries on by itself.' : alone}
          </p>
        </div>
      </div>
      {isFramed() && (
        <div>
          <Button
            variant="primary"
            size="large"
            onClick={() => postToParent('closing')}
            className="max-sm:w-full"
          >
            Back to the chat
          </Button>
        </div>
      )}
      {isChatHere && (
        <div>
          <ButtonLink to={pages.onboarding} variant="primary" size="large">
            Back to the chat
          </ButtonLink>
        </div>
      )}
    </Stage>
  )
}
