import { BookUser, Car, ChevronRight, IdCard, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { CaptureSession, SessionDocument, StepType } from '#contract/identity/session.ts'
import { timeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { standingOf, wordsOf } from '../copy.ts'
import { type Held, useCaptureCommands, type View, viewOf } from '../session.ts'
import { CaptureFrame, Stage } from './frame.tsx'
import { Result } from './result.tsx'
import { Take } from './take.tsx'

export interface OpenProps {
  token: string
  session: CaptureSession
  isSecure: boolean
}

/** A session that waits for pictures: shows one step after the other, on whichever device each picture is taken. */
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

interface FinishProps {
  session: CaptureSession
  submit: ReturnType<typeof useCaptureCommands>['submit']
  takeAgain: (type: StepType) => void
}

/** Shown when every step is done: an overview of the pictures, and the button that ends the session. */
const Finish = ({ session, submit, takeAgain }: FinishProps) => (
  <Stage
    title={`That's everything, ${session.firstName}`}
    lead="Press Finish to send your photos. If one couldn't be read, we may ask for another."
  >
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {session.steps.map((step) => {
          const { name } = wordsOf(step.type, session)
          const [tone, word] = standingOf(step, session)
          return (
            <li key={step.type} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4.5 py-3.5">
              <span className="grid min-w-40 flex-1 justify-items-start gap-1">
                <span className="font-semibold">{name}</span>
                <Badge tone={tone}>{word}</Badge>
              </span>
              {step.result !== 'Passed' && (
                <Button
                  size="small"
                  aria-label={`${step.result === 'Skipped' ? 'Take it now' : 'Take again'}: ${name}`}
                  onClick={() => takeAgain(step.type)}
                >
                  {step.result === 'Skipped' ? 'Take it now' : 'Take again'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
    <FormFault>{submit.error?.message}</FormFault>
    <div className="flex justify-end">
      <Button
        variant="primary"
        size="large"
        busy={submit.isPending}
        onClick={() => submit.mutate()}
        className="max-sm:w-full"
      >
        Finish
      </Button>
    </div>
  </Stage>
)

interface Choice {
  document: SessionDocument
  icon: LucideIcon
  name: string
  detail: string
}

const choices: Choice[] = [
  { document: 'passport', icon: BookUser, name: 'Passport', detail: 'One photo: the photo page' },
  { document: 'drivers_license', icon: Car, name: 'Driving licence', detail: 'Two photos: front and back' },
  {
    document: 'identity',
    icon: IdCard,
    name: 'National ID card',
    detail: 'Two photos: front and back',
  },
]

interface ChooseDocumentProps {
  firstName: string
  command: ReturnType<typeof useCaptureCommands>['choose']
  /** Set if a document was chosen before. Choosing another one starts over. */
  goBack: (() => void) | null
  chosen: () => void
}

const ChooseDocument = ({ firstName, command, goBack, chosen }: ChooseDocumentProps) => (
  <Stage
    title={goBack ? 'Choose another document' : `Which document do you have to hand, ${firstName}?`}
    lead={
      goBack
        ? "We won't use the photos of the previous document."
        : "It must be your own and in date. You'll also need proof of address. It takes about three minutes."
    }
  >
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {choices.map(({ document, icon: Icon, name, detail }) => (
          <li key={document}>
            <button
              type="button"
              aria-disabled={command.isPending || undefined}
              onClick={() => !command.isPending && command.mutate(document, { onSuccess: chosen })}
              className="flex w-full items-center gap-4 px-4.5 py-4 text-left -outline-offset-2! transition-colors duration-150 hover:bg-sunken"
            >
              <span className="grid size-10 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
                <Icon />
              </span>
              <span className="grid flex-1 gap-0.5">
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-ink-soft">{detail}</span>
              </span>
              <ChevronRight className="text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
    <FormFault>{command.error?.message}</FormFault>
    {goBack && (
      <div>
        <Button onClick={goBack}>Keep the previous one</Button>
      </div>
    )}
  </Stage>
)
