import { useState } from 'react'
import type { CaptureSession, CaptureStep } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { type useCaptureCommands, useSending } from '../session.ts'
import { wordsOf } from '../words.ts'
import { Stage } from './frame.tsx'
import { isPdf, Look } from './look.tsx'
import { Viewfinder } from './viewfinder.tsx'

export interface TakeProps {
  token: string
  session: CaptureSession
  step: CaptureStep
  skip: ReturnType<typeof useCaptureCommands>['skip']
  /** There is a picture on this device, not sent yet. */
  taken: () => void
  /** The picture has arrived. */
  sent: () => void
  chooseAnother: () => void
  /** Only where the step has its picture already. */
  goBack: (() => void) | null
}

/** One picture: taken or chosen, looked at, and sent. */
export const Take = ({ token, session, step, skip, taken, sent, chooseAnother, goBack }: TakeProps) => {
  const [picture, setPicture] = useState<File | null>(null)
  const words = wordsOf(step.type, session)
  const sending = useSending(token, { step: step.type, sent })
  const refusal = sending.error?.reason === 'same_picture' ? sending.error.message : undefined
  const take = (file: File) => {
    sending.reset()
    setPicture(file)
    taken()
  }
  if (picture && refusal === undefined)
    return (
      <Stage key="look" {...lookWords[isPdf(picture) ? 'file' : words.subject]}>
        <Look
          picture={picture}
          words={words}
          sending={sending}
          retake={() => {
            sending.stop()
            sending.reset()
            setPicture(null)
          }}
        />
      </Stage>
    )
  return (
    <Stage key="take" title={words.title} lead={words.lead}>
      <FormFault>{refusal}</FormFault>
      <Viewfinder words={words} hasTimer={step.type === 'LIVENESS'} onPicture={take} />
      <FormFault>{skip.error?.message}</FormFault>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {goBack && (
          <Button variant="link" onClick={goBack}>
            Keep the previous one
          </Button>
        )}
        {step.type === 'FRONTSIDE' && (
          <Button variant="link" onClick={chooseAnother}>
            Choose another document
          </Button>
        )}
        {step.isOptional && !goBack && (
          <Button variant="link" busy={skip.isPending} onClick={() => skip.mutate(step.type)}>
            Skip for now
          </Button>
        )}
      </div>
    </Stage>
  )
}

/** Nobody looks at a PDF for reflections. */
const lookWords = {
  paper: {
    title: 'Is everything easy to read?',
    lead: 'All corners should be in the picture, with sharp print and no reflections.',
  },
  face: { title: 'Happy with this photo?', lead: 'Your whole face should be in the picture, and in focus.' },
  file: { title: 'Is this the right file?', lead: 'It should be the whole document, with every page.' },
}
