import type { CaptureSession, StepType } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { useCaptureCommands } from '../session.ts'
import { standingOf, wordsOf } from '../words.ts'
import { Stage } from './frame.tsx'

export interface FinishProps {
  session: CaptureSession
  submit: ReturnType<typeof useCaptureCommands>['submit']
  takeAgain: (type: StepType) => void
}

/** Everything is there: a last look at how each picture stands, and the end of the session. */
export const Finish = ({ session, submit, takeAgain }: FinishProps) => (
  <Stage
    title={`That's everything, ${session.firstName}`}
    lead="Press Finish to submit your pictures. Anything we couldn't read will be checked by a person."
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
