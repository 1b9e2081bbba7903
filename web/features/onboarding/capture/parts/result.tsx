import { useEffect } from 'react'
import type { CaptureSession, CaptureStep } from '#contract/verification-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { tipsFor, wordsOf } from '../words.ts'
import { Stage } from './frame.tsx'

export interface ResultProps {
  session: CaptureSession
  step: CaptureStep
  takeAgain: () => void
  goOn: () => void
}

const accepted = 1_800

/** What was found on the picture that has just been sent. What is accepted goes on by itself. */
export const Result = ({ session, step, takeAgain, goOn }: ResultProps) => {
  const words = wordsOf(step.type, session)
  const isAccepted = step.result === 'Passed'
  useEffect(() => {
    if (!isAccepted) return
    const timer = setTimeout(goOn, accepted)
    return () => clearTimeout(timer)
    // Once, from when it was accepted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAccepted])

  if (step.state === 'reading')
    return (
      <Stage title={words.name}>
        <Spinner words={`We have your picture and are ${verbs[words.subject]} it. It takes a few seconds.`} />
        <div className="flex justify-center">
          <Button onClick={goOn}>Continue without waiting</Button>
        </div>
      </Stage>
    )
  if (isAccepted)
    return (
      <Stage title={words.name}>
        <Callout tone="ok" announce="status" title="Accepted">
          <p>
            {words.subject === 'paper'
              ? 'We could read it. Thank you.'
              : 'That is a good picture. Thank you.'}
          </p>
        </Callout>
        <div className="flex justify-end">
          <Button variant="primary" size="large" onClick={goOn}>
            Continue
          </Button>
        </div>
      </Stage>
    )
  return (
    <Doubtful step={step} name={words.name} tips={tipsFor[words.subject]} takeAgain={takeAgain} goOn={goOn} />
  )
}

const verbs = { paper: 'reading', face: 'looking at' }

interface DoubtfulProps {
  step: CaptureStep
  name: string
  tips: readonly string[]
  takeAgain: () => void
  goOn: () => void
}

const Doubtful = ({ step, name, tips, takeAgain, goOn }: DoubtfulProps) => {
  const isFailed = step.result === 'Failed'
  // Where nothing is wrong with the picture, another one would not change who looks at it.
  const canBeBetter = isFailed || step.issues.length > 0
  return (
    <Stage title={name}>
      <Callout
        tone={isFailed ? 'warn' : 'info'}
        announce="status"
        title={isFailed ? 'We could not read it' : 'A person will take a look'}
      >
        <Sentences>{step.issues}</Sentences>
        {!canBeBetter && <p>Your picture has arrived. Somebody at the firm looks at it; you can go on.</p>}
      </Callout>
      {canBeBetter && (
        <div className="grid gap-1.5 text-ink-soft">
          <p>What helps:</p>
          <Sentences>{tips}</Sentences>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse">
        {canBeBetter ? (
          <>
            <Button size="large" onClick={goOn}>
              Go on: a person will look
            </Button>
            <Button variant="primary" size="large" onClick={takeAgain}>
              Try again
            </Button>
          </>
        ) : (
          <Button variant="primary" size="large" onClick={goOn}>
            Continue
          </Button>
        )}
      </div>
    </Stage>
  )
}

const Sentences = ({ children }: { children: readonly string[] }) => (
  <ul className="grid gap-1 empty:hidden">
    {children.map((sentence) => (
      <li key={sentence} className="ml-4.5 list-disc">
        {sentence}
      </li>
    ))}
  </ul>
)
