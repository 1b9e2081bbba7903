import type { CaptureSession, CaptureStep } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { type StepWords, tipsFor, wordsOf } from '../copy.ts'
import { Stage } from './frame.tsx'

export interface ResultProps {
  session: CaptureSession
  step: CaptureStep
  takeAgain: () => void
  goOn: () => void
}

/**
 * Shows the result for the picture that was just sent. Doesn't move on by itself, so that everyone can read at their
 * own pace.
 */
export const Result = ({ session, step, takeAgain, goOn }: ResultProps) => {
  const words = wordsOf(step.type, session)
  if (step.state === 'reading')
    return (
      <Stage title={words.name}>
        <Spinner words={readingWords[words.subject]} />
        <div className="grid sm:flex sm:justify-center">
          <Button onClick={goOn}>Continue without waiting</Button>
        </div>
      </Stage>
    )
  if (step.result === 'Failed') return <Faulty step={step} words={words} takeAgain={takeAgain} goOn={goOn} />
  return (
    <Stage title={words.name}>
      {step.result === 'Passed' ? <Fine words={words} /> : <Received words={words} />}
      <div className="grid sm:flex sm:justify-end">
        <Button variant="primary" size="large" onClick={goOn}>
          Continue
        </Button>
      </div>
    </Stage>
  )
}

const readingWords = {
  paper: "We have your file and we're reading it. It takes a few seconds.",
  face: "We have your photo and we're looking at it. It takes a few seconds.",
}

const Fine = ({ words: { subject } }: { words: StepWords }) => (
  <Callout tone="ok" announce="status" title="Thank you">
    {subject === 'paper' ? "We've read it." : "That's a good photo."}
  </Callout>
)

/** Nothing is wrong with the picture, and a person decides. A face is never matched by a machine alone. */
const Received = ({ words: { subject } }: { words: StepWords }) => (
  <Callout
    tone="info"
    announce="status"
    title={subject === 'face' ? "Received, we'll compare it" : "Received, we'll check it"}
  >
    {subject === 'face'
      ? 'Someone at the firm will compare your photos. You can carry on.'
      : 'Someone at the firm will look at it. You can carry on.'}
  </Callout>
)

interface FaultyProps extends Omit<ResultProps, 'session'> {
  words: StepWords
}

/** Says what is wrong. The first button is the one that fixes it. */
const Faulty = ({ step: { verdict, issues }, words, takeAgain, goOn }: FaultyProps) => {
  const [sentence, lines] = verdict
    ? [verdict.sentence, verdict.lines]
    : [issues[0] ?? unread, issues.slice(1)]
  const isAnother = verdict?.action === 'choose_another'
  return (
    <Stage title={words.name}>
      <Callout tone="warn" announce="status" title={sentence}>
        {lines.length > 0 && <Sentences>{lines}</Sentences>}
      </Callout>
      {!isAnother && (
        <div className="grid gap-1.5 text-ink-soft">
          <p>What helps:</p>
          <Sentences>{tipsFor[words.subject]}</Sentences>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col">
        <Button variant="primary" size="large" onClick={takeAgain}>
          {isAnother ? 'Choose another document' : 'Take it again'}
        </Button>
        <Button size="large" onClick={goOn}>
          Continue anyway
        </Button>
      </div>
    </Stage>
  )
}

const unread = "We couldn't read this clearly enough."

const Sentences = ({ children }: { children: readonly string[] }) => (
  <ul className="grid gap-1">
    {children.map((sentence) => (
      <li key={sentence} className="ml-4.5 list-disc">
        {sentence}
      </li>
    ))}
  </ul>
)
