import { useState } from 'react'
import type { CaptureSession, StepType } from '#contract/identity/session.ts'
import { timeText } from '#web/platform/clock.ts'
import { type Held, useCaptureCommands, type View, viewOf } from '../session.ts'
import { wordsOf } from '../words.ts'
import { ChooseDocument } from './choose-document.tsx'
import { Finish } from './finish.tsx'
import { CaptureFrame } from './frame.tsx'
import { Result } from './result.tsx'
import { Take } from './take.tsx'

export interface OpenProps {
  token: string
  session: CaptureSession
  isSecure: boolean
}

/** A session that waits for pictures: one step after the other, wherever each of them was taken. */
export const Open = ({ token, session, isSecure }: OpenProps) => {
  const { choose, skip, submit } = useCaptureCommands(token)
  const [held, setHeld] = useState<Held | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const view: View = isChoosing ? { kind: 'choose' } : viewOf(session, held)
  const goOn = () => setHeld(null)
  const take = (type: StepType) => setHeld({ type, isTaken: true })

  return (
    <CaptureFrame {...progressOf(session, view)} isSecure={isSecure}>
      {view.kind === 'choose' && (
        <ChooseDocument
          firstName={session.firstName}
          command={choose}
          goBack={isChoosing ? () => setChoosing(false) : null}
          chosen={() => {
            setChoosing(false)
            goOn()
          }}
        />
      )}
      {view.kind === 'take' && (
        <Take
          key={view.step.type}
          token={token}
          session={session}
          step={view.step}
          skip={skip}
          taken={() => take(view.step.type)}
          sent={() => setHeld({ type: view.step.type, isTaken: false })}
          chooseAnother={() => setChoosing(true)}
          goBack={view.step.state === 'waiting' ? null : goOn}
        />
      )}
      {view.kind === 'result' && (
        <Result
          key={view.step.type}
          session={session}
          step={view.step}
          takeAgain={() => take(view.step.type)}
          goOn={goOn}
        />
      )}
      {view.kind === 'finish' && <Finish session={session} submit={submit} takeAgain={take} />}
      <p className="mt-7 text-sm text-ink-soft">This link expires at {timeText(session.expiresAt)}.</p>
    </CaptureFrame>
  )
}

const progressOf = (session: CaptureSession, view: View) => {
  const { steps } = session
  const done = steps.filter(({ state }) => state !== 'waiting').length
  const progress = steps.length === 0 ? 0 : (done / (steps.length + 1)) * 100
  if (view.kind === 'choose') return { line: 'Your document', progress: 0 }
  if (view.kind === 'finish') return { line: 'Last step: submit', progress }
  const place = steps.findIndex(({ type }) => type === view.step.type) + 1
  return { line: `Step ${place} of ${steps.length} · ${wordsOf(view.step.type, session).name}`, progress }
}
