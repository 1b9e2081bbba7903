import { type FormEvent, useRef, useState } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import { noSignature, type SignatureMark } from '#contract/signatures/mark.ts'
import { consent, type SignatureRequest } from '#contract/signatures/signatures.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { failureText, signatureFailed, signatureSaved } from './copy.ts'
import { useRefreshRequests, useSign, useSignDeed } from './hooks.ts'
import type { Drawing } from './parts/signature-fields.tsx'

export type Way = 'draw' | 'type'

interface Faults {
  signature?: string
  consent?: string
}

const noName = 'Please type your name before saving.'
const notAgreed = 'Please tick the box to agree before you sign.'

interface SignatureFormOptions {
  request: SignatureRequest
  pagesSeen: number
  done: () => void
}

/** Holds the state of the signature form (drawing, typed name, consent) and signs. */
export function useSignatureForm({ request, pagesSeen, done }: SignatureFormOptions) {
  const [way, setWay] = useState<Way>('draw')
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const refuse = (found: Faults) => {
    setFaults(found)
    if (Object.keys(found).length > 0) lead(form.current, found, way)
  }
  const otherNameRefused = (words: string) => refuse({ signature: words })
  const sending = useSendSignature(request, { done, otherNameRefused })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    sign({ typedName: name.trim() })
  }
  const sign = ({ typedName, nameConfirmed }: { typedName: string; nameConfirmed?: boolean }) => {
    const mark = way === 'draw' ? { signatureData: drawing?.png } : { typedName: typedName || undefined }
    const isMarked = Object.values(mark).some((value) => value !== undefined)
    const missing = missingFrom({ isMarked, agreed, way })
    refuse(missing)
    if (Object.keys(missing).length > 0) return
    const answer = nameConfirmed === undefined ? {} : { nameConfirmed }
    const consented = { consentVersion: consent.version, pagesSeen }
    void sending.send({ ...mark, ...answer, ...consented, signaturePosition: 'bottom_right' })
  }
  const typeName = (typed: string) => {
    sending.dropQuestion()
    setName(typed)
  }
  const on = forgetting(setFaults)
  return {
    form,
    submit,
    faults,
    way,
    setWay: on((chosen: Way) => {
      sending.dropQuestion()
      setWay(chosen)
    }, 'signature'),
    drawing,
    setDrawing: on(setDrawing, 'signature'),
    name,
    setName: on(typeName, 'signature'),
    agreed,
    setAgreed: on(setAgreed, 'consent'),
    fault: sending.fault,
    /** The question to ask if the typed name differs from the signer's own. Otherwise undefined. */
    question: sending.question,
    signAsTyped: () => sign({ typedName: name.trim(), nameConfirmed: true }),
    signAs: (ownName: string) => {
      setName(ownName)
      sign({ typedName: ownName })
    },
    isPending: sending.isPending,
  }
}

/** Returns a function that makes a setter also forget a fault. */
const forgetting =
  (setFaults: (next: (faults: Faults) => Faults) => void) =>
  <V>(set: (value: V) => void, fault: keyof Faults) =>
  (value: V) => {
    set(value)
    setFaults(({ [fault]: _, ...rest }) => rest)
  }

const missingFrom = (form: { isMarked: boolean; agreed: boolean; way: Way }): Faults => ({
  ...(!form.isMarked && { signature: form.way === 'draw' ? noSignature : noName }),
  ...(!form.agreed && { consent: notAgreed }),
})

/** Focuses what is missing. A canvas can't have the focus, so for a drawing it focuses the selected tab. */
const lead = (form: HTMLFormElement | null, { signature }: Faults, way: Way) => {
  const pad = way === 'draw' ? '[role=tab][aria-selected=true]' : '[name=typedName]'
  form?.querySelector<HTMLElement>(signature === undefined ? '[name=consent]' : pad)?.focus()
}

// The document has changed meanwhile: signed elsewhere, withdrawn or replaced.
const isOver = ({ code }: Problem) => code === 'conflict' || code === 'not_found'

const isAboutName = ({ reason }: Pick<Problem, 'reason'>) => reason === 'name_differs'

interface SendOptions {
  done: () => void
  /** A deed can't be signed in another name, so there is no question, and the field says why. */
  otherNameRefused: (words: string) => void
}

/** Saves a signature. The signature of a deed is sealed later, together with its witness's. */
function useSendSignature({ id, name, isDeed }: SignatureRequest, { done, otherNameRefused }: SendOptions) {
  const [signing, signingDeed, again] = [useSign(), useSignDeed(), useRefreshRequests()]
  const command = isDeed ? signingDeed : signing
  const save = (mark: SignatureMark): Promise<unknown> =>
    isDeed ? signingDeed.mutateAsync({ id, ...mark }) : signing.mutateAsync({ documentId: id, ...mark })
  const send = (mark: SignatureMark) =>
    save(mark).then(
      () => {
        if (!isDeed) toast(signatureSaved(name))
        done()
      },
      (problem: Problem) => {
        if (isAboutName(problem)) return isDeed ? otherNameRefused(problem.message) : undefined
        toast(isOver(problem) ? { ...signatureFailed, description: problem.message } : signatureFailed)
        if (isOver(problem)) void again()
      },
    )
  const { error, isPending, reset: dropQuestion } = command
  const isNameRefused = error !== null && isAboutName(error)
  return {
    send,
    fault: error === null || isNameRefused ? undefined : failureText(error),
    question: !isDeed && isNameRefused ? error.message : undefined,
    dropQuestion,
    isPending,
  }
}
