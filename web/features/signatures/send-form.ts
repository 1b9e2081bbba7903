import { type FormEvent, useRef, useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { uploadLimit } from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { signatures } from '#contract/signatures/signatures.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRecipients, useSendDocument, useSteps } from './hooks.ts'
import { useStepChoice } from './parts/step-field.tsx'

export interface Typed {
  /** Empty until a client is chosen. */
  clientId: UserId | ''
  name: string
  description: string
  isDeed: boolean
  parties: string
}

export type Recipients = ReturnType<typeof useRecipients>

const nothing: Typed = { clientId: '', name: '', description: '', isDeed: false, parties: '' }

interface Faults {
  clientId?: string | undefined
  name?: string | undefined
  file?: string | undefined
}

/** Holds the state of the form that sends a PDF for signature, and sends it. */
export function useSendForm(close: () => void) {
  const recipients = useRecipients()
  const sending = useSendDocument()
  const element = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(nothing)
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { clientId } = typed
  const steps = useSteps(clientId === '' ? null : clientId)
  const step = useStepChoice(steps, clientId)
  const attempt = useAttempt<Input<typeof signatures.send>>(() => [
    typed,
    step.chosen,
    file?.name,
    file?.size,
    file?.lastModified,
  ])

  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const choose = (chosen: File) => {
    sending.reset()
    setFaults(({ file: _, ...rest }) => rest)
    setFile(chosen)
    if (typed.name === '') change({ name: chosen.name.replace(/\.pdf$/i, '').slice(0, 120) })
  }
  const sent = () => {
    const client = recipients.things.find(({ id }) => id === clientId)
    toast({
      title: 'Sent for signature',
      description: `We’ve told ${client?.firstName ?? 'your client'}, and we’ll tell you when it is signed.`,
      variant: 'success',
    })
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(typed, file)
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) element.current?.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus()
    if (first || !file || clientId === '') return
    const taskId = steps.length > 0 ? { taskId: step.id ?? ('none' as const) } : {}
    const { input, headers } = attempt.begin({ ...inputOf(typed), clientId, ...taskId })
    sending.mutate({ file, input, headers }, { onSuccess: sent, onError: attempt.refused })
  }
  const dropFile = () => setFile(null)
  return { element, recipients, typed, change, faults, steps, step, file, choose, dropFile, sending, submit }
}

const inputOf = ({ name, description, isDeed, parties }: Typed) => {
  const purpose = description.trim()
  return {
    name: name.trim(),
    ...(purpose && { description: purpose }),
    ...(isDeed && { isDeed, parties: parties.trim() }),
  }
}

const faultsOf = ({ clientId, name }: Typed, file: File | null): Faults => ({
  ...(clientId === '' && { clientId: 'Please choose a client' }),
  ...(file === null && { file: 'Please select a file to upload.' }),
  ...(file && file.size > uploadLimit && { file: 'Please select a file smaller than 10MB' }),
  ...(name.trim() === '' && { name: 'Please name the document' }),
})
