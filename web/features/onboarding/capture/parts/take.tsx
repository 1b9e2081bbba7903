import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CaptureSession, CaptureStep } from '#contract/identity/session.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { heldWords, type StepWords, sendingFault, wordsOf } from '../copy.ts'
import { type useCaptureCommands, useSending } from '../session.ts'
import { Stage } from './frame.tsx'
import { Viewfinder } from './viewfinder.tsx'

export interface TakeProps {
  token: string
  session: CaptureSession
  step: CaptureStep
  skip: ReturnType<typeof useCaptureCommands>['skip']
  /** Called when there is a picture on this device that is not sent yet. */
  taken: () => void
  /** Called when the picture has arrived. */
  sent: () => void
  chooseAnother: () => void
  /** Null unless the step already has a picture. */
  goBack: (() => void) | null
}

/** Takes or chooses one picture, shows it, and sends it. */
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

/** Texts for checking a picture. A PDF needs no look for reflections. */
const lookWords = {
  paper: {
    title: 'Is everything easy to read?',
    lead: 'All corners should be in the photo, with sharp print and no reflections.',
  },
  face: { title: 'Happy with this photo?', lead: 'Your whole face should be in the photo, and in focus.' },
  file: { title: 'Is this the right file?', lead: 'It should be the whole document, with every page.' },
}

interface LookProps {
  picture: File
  words: StepWords
  sending: ReturnType<typeof useSending>
  retake: () => void
}

const isPdf = ({ type }: File) => type === 'application/pdf'

const ofFile: ReadonlySet<ProblemCode> = new Set(['unprocessable', 'unsupported', 'too_large'])

/** Shows the picture before it is sent. It stays on the page until the portal has it. */
const Look = ({ picture, words, sending, retake }: LookProps) => {
  const { isPending, isHeld, sent, send, error } = sending
  // The portal would refuse the same file again.
  const isRefused = error?.reason !== undefined && ofFile.has(error.code) && !isPending
  return (
    <div className="grid gap-4 short:grid-cols-[minmax(0,1fr)_16rem] short:items-center">
      <Preview picture={picture} name={words.name} />
      <div className="grid gap-4">
        {isPending && (
          <div className="grid gap-1.5">
            <Progress value={sent * 100} label="Upload" />
            <p role="status" className="text-sm text-ink-soft">
              {sent < 1 ? 'Sending your file' : "Nearly done. We're saving it."}
            </p>
          </div>
        )}
        {isHeld && (
          <Callout tone="warn" announce="status" title={heldWords.title}>
            {heldWords.text}
          </Callout>
        )}
        {error && !isHeld && !isPending && (
          <Callout tone="stop" announce="alert" title="Upload Failed">
            {sendingFault(error)}
          </Callout>
        )}
        <div className="flex flex-wrap justify-center gap-2.5 max-sm:flex-col">
          {!isRefused && (
            <Button variant="primary" size="large" busy={isPending} onClick={() => send(picture)}>
              {error ? 'Try again' : isPdf(picture) ? 'Use this file' : 'Use Photo'}
            </Button>
          )}
          <Button size="large" variant={isRefused ? 'primary' : 'secondary'} onClick={retake}>
            {isPdf(picture) ? 'Choose another' : 'Retake'}
          </Button>
        </div>
      </div>
    </div>
  )
}

const Preview = ({ picture, name }: { picture: File; name: string }) => {
  const image = useShown(picture)
  if (isPdf(picture))
    return (
      <div className="flex items-center gap-4 rounded-xl border border-line bg-surface p-4.5">
        <span className="grid size-10 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          <FileText />
        </span>
        <span className="min-w-0 wrap-anywhere">{picture.name}</span>
      </div>
    )
  return (
    <div className="grid place-items-center overflow-hidden rounded-xl border border-line bg-sunken">
      <img ref={image} alt={`Preview: ${name}`} className="max-h-[58dvh] max-w-full short:max-h-[64dvh]" />
    </div>
  )
}

const useShown = (file: File) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return image
}
