import { type FormEvent, useRef, useState } from 'react'
import type { Input } from '#contract/kit.ts'
import type { Problem } from '#contract/problem.ts'
import { consent, noSignature, type SignatureRequest, type signatures } from '#contract/signatures.ts'
import { toast } from '#web/ui/toast.ts'
import { useRefreshRequests, useSign } from './hooks.ts'
import type { Drawing } from './pad.ts'
import { failureText, signatureFailed, signatureSaved } from './words.ts'

export type Way = 'draw' | 'type'

interface Faults {
  signature?: string
  consent?: string
}

const noName = 'Please type your name before saving.'
const notAgreed = 'Please tick the box to agree before you sign.'

interface Signing {
  request: SignatureRequest
  pagesSeen: number
  done: () => void
}

/** What is drawn, typed and ticked, and the way from there to a signature. */
export function useSigning({ request, pagesSeen, done }: Signing) {
  const [way, setWay] = useState<Way>('draw')
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const sending = useSending(request, done)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const mark = way === 'draw' ? { signatureData: drawing?.png } : { typedName: name.trim() || undefined }
    const isMarked = Object.values(mark).some((one) => one !== undefined)
    const found: Faults = {
      ...(!isMarked && { signature: way === 'draw' ? noSignature : noName }),
      ...(!agreed && { consent: notAgreed }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return lead(form.current, found, way)
    const common = { documentId: request.id, signaturePosition: 'bottom_right' } as const
    void sending.send({ ...mark, ...common, consentVersion: consent.version, pagesSeen })
  }
  const forget = (fault: keyof Faults) => setFaults(({ [fault]: _, ...rest }) => rest)
  const on =
    <V>(set: (value: V) => void, fault: keyof Faults) =>
    (value: V) => {
      set(value)
      forget(fault)
    }
  return {
    form,
    submit,
    faults,
    way,
    setWay: on(setWay, 'signature'),
    drawing,
    setDrawing: on(setDrawing, 'signature'),
    name,
    setName: on(setName, 'signature'),
    agreed,
    setAgreed: on(setAgreed, 'consent'),
    fault: sending.fault,
    isPending: sending.isPending,
  }
}

/** Takes whoever pressed to what is missing: a pad cannot be focused, so there it is the way to sign. */
const lead = (form: HTMLFormElement | null, { signature }: Faults, way: Way) => {
  const pad = way === 'draw' ? '[role=tab][aria-selected=true]' : '[name=typedName]'
  form?.querySelector<HTMLElement>(signature === undefined ? '[name=consent]' : pad)?.focus()
}

// The document is not what it was: signed elsewhere, taken back, replaced.
const isOver = ({ code }: Problem) => code === 'conflict' || code === 'not_found'

function useSending(request: SignatureRequest, done: () => void) {
  const command = useSign()
  const again = useRefreshRequests()
  const send = (input: Input<typeof signatures.create>) =>
    command.mutateAsync(input).then(
      () => {
        toast(signatureSaved(request.name))
        done()
      },
      (problem: Problem) => {
        toast(isOver(problem) ? { ...signatureFailed, description: problem.message } : signatureFailed)
        if (isOver(problem)) void again()
      },
    )
  const fault = command.error === null ? undefined : failureText(command.error)
  return { send, fault, isPending: command.isPending }
}
