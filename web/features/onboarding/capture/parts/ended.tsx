import { CircleCheck, Clock, RefreshCw, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type CaptureSession, sessionMinutes } from '#contract/verification-session.ts'
import { Button } from '#web/ui/button.tsx'
import { isFramed, tellParent } from '../message.ts'
import { Stage } from './frame.tsx'

type Ending = Exclude<CaptureSession['state'], 'open'> | 'unknown'

interface EndingWords {
  icon: ReactNode
  title: string
  text: string
  /** What to do, in the frame of the conversation and on its own. */
  inFrame: string
  alone: string
}

const startAgain = {
  inFrame: 'Go back to the conversation and start the verification there again.',
  alone:
    'Sign in to your portal, on this device or another. The conversation goes on where you stopped, and starts the verification again.',
}

const endings: Record<Ending, EndingWords> = {
  submitted: {
    icon: <CircleCheck />,
    title: 'Thank you. That is all we need',
    text: 'Your pictures have arrived safely.',
    inFrame: 'You can close this window. The conversation goes on by itself.',
    alone:
      'You can go back to your computer: the conversation there goes on by itself. You may close this page.',
  },
  expired: {
    icon: <Clock />,
    title: 'This session has expired',
    text: `For your safety its address works for ${sessionMinutes} minutes only.`,
    ...startAgain,
  },
  replaced: {
    icon: <RefreshCw />,
    title: 'A newer session has taken the place of this one',
    text: 'The verification was started again, so this address no longer works.',
    inFrame: 'Go back to the conversation and continue there.',
    alone: 'Use the newest address from the conversation in your portal.',
  },
  unknown: {
    icon: <SearchX />,
    title: 'We do not know this address',
    text: 'The address may be incomplete, or it belongs to somebody else.',
    inFrame: 'Go back to the conversation and start the verification there again.',
    alone:
      'Open it again from the conversation in your portal: scan the code once more, or press the button there.',
  },
}

/** Nothing can be taken here any more: why, and what to do now. */
export const Ended = ({ ending }: { ending: Ending }) => {
  const { icon, title, text, inFrame, alone } = endings[ending]
  return (
    <Stage title={title}>
      <div className="flex max-w-[65ch] gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          {icon}
        </span>
        <div role="status" className="grid gap-1.5">
          <p>{text}</p>
          <p className="font-semibold">{isFramed() ? inFrame : alone}</p>
        </div>
      </div>
      {isFramed() && (
        <div>
          <Button
            variant="primary"
            size="large"
            onClick={() => tellParent('closing')}
            className="max-sm:w-full"
          >
            Back to the conversation
          </Button>
        </div>
      )}
    </Stage>
  )
}
