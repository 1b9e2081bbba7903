import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { noSignature } from '#contract/signatures/mark.ts'
import { witness, witnessStatement } from '#contract/signatures/witness.ts'
import { ask } from '#web/platform/ask.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { Way } from '../signature-form.ts'
import type { WitnessDevice } from '../witness-device.ts'
import { DrawField, type Drawing, TypeField } from './signature-fields.tsx'

interface AttestFormProps {
  device: WitnessDevice
  /** The witness's own, as they gave it. */
  name: string
  signer: string
}

interface Faults {
  signature?: string
  statement?: string
}

const noName = 'Please type your name before saving.'
const notStated = 'Please tick the box if this is true. If it isn’t, you can’t be the witness.'

/** What the witness states, and their signature below it. */
export const AttestForm = ({ device, name, signer }: AttestFormProps) => {
  const { token, key, answered, refused } = device
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [way, setWay] = useState<Way>('draw')
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [typedName, setTypedName] = useState('')
  const [isStated, setStated] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, error, isPending } = useMutation<
    Output<typeof witness.attest>,
    Problem,
    Input<typeof witness.attest>
  >({ mutationFn: (input) => ask(witness.attest, input), onSuccess: answered, onError: refused })

  const attest = (event: FormEvent) => {
    event.preventDefault()
    const mark =
      way === 'draw' ? { signatureData: drawing?.png } : { typedName: typedName.trim() || undefined }
    const isMarked = Object.values(mark).some((value) => value !== undefined)
    const missing: Faults = {
      ...(!isStated && { statement: notStated }),
      ...(!isMarked && { signature: way === 'draw' ? noSignature : noName }),
    }
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    mutate({ token, key, ...mark, statementVersion: witnessStatement.version })
  }
  const ways = [
    {
      value: 'draw' as const,
      label: 'Draw',
      content: <DrawField drawing={drawing} onDraw={setDrawing} error={faults.signature} />,
    },
    {
      value: 'type' as const,
      label: 'Type',
      content: <TypeField ownName={name} name={typedName} onType={setTypedName} error={faults.signature} />,
    },
  ]
  return (
    <form noValidate onSubmit={attest} aria-busy={isPending} className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-section wrap-anywhere">
        {signer} has signed. Now it’s your turn
      </h2>
      <Checkbox
        label={witnessStatement.text}
        name="statement"
        checked={isStated}
        {...(faults.statement !== undefined && { error: faults.statement })}
        onChange={({ target }) => setStated(target.checked)}
      />
      <Tabs<Way> label="How to sign" tabs={ways} value={way} onChange={setWay} />
      <FormFault>{error?.message}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyText="Sealing the deed…">
        Sign as witness
      </Button>
    </form>
  )
}
