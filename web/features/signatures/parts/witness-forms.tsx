import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { noSignature } from '#contract/signatures/mark.ts'
import { type WitnessView, witness, witnessStatement } from '#contract/signatures/witness.ts'
import { ask } from '#web/platform/ask.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { Way } from '../signature-form.ts'
import { DrawField, type Drawing, TypeField } from './signature-fields.tsx'

/** Asks for the code on the signer's screen, which the signer tells a witness in the same room. */
export const CodeForm = ({ device: { token, entered, refused } }: { device: WitnessDevice }) => {
  const form = useCommandForm(witness.enter, {
    start: { token, code: '' },
    done: ({ key }) => entered(key),
    refused,
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p>
        You’ve been asked to witness a signature. You need to be in the room with the person who is signing,
        and you must not be a party to the deed.
      </p>
      <TextField
        label="Six-digit code"
        hint="The person who is signing can see it on their screen."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Continue
      </Button>
    </form>
  )
}

/** Asks for the witness's details, which are recorded in the deed itself. */
export const DetailsForm = ({ device, name }: { device: WitnessDevice; name: string }) => {
  const { token, key, details, introduced, refused } = device
  const form = useCommandForm(witness.introduce, {
    start: { token, key, name, ...details },
    done: introduced,
    refused,
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p>
        Your name, address and occupation are recorded in the deed, and everyone who receives a copy can read
        them.
      </p>
      <TextField label="Your full name" autoComplete="name" {...form.field('name')} />
      <TextArea
        label="Your address"
        autoComplete="street-address"
        rows={3}
        maxLength={300}
        {...form.field('address')}
      />
      <TextField
        label="Your occupation"
        hint="For example, nurse, student or retired"
        autoComplete="organization-title"
        maxLength={120}
        {...form.field('occupation')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        I’m ready to witness
      </Button>
    </form>
  )
}

interface AttestFormProps {
  device: WitnessDevice
  /** The witness's name, as they gave it. */
  name: string
  signer: string
}

interface Faults {
  signature?: string
  statement?: string
}

const noName = 'Please type your name before saving.'
const notStated = 'Please tick the box if this is true. If it isn’t, you can’t be the witness.'

/** Shows the witness's statement, with their signature below it. */
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

/** Milliseconds between two requests. Nobody is signed in, so there is no live event when the signer has signed. */
const pace = 3_000

type Details = Pick<Input<typeof witness.introduce>, 'address' | 'occupation'>

/** State of a witness's page, and callbacks of its forms. */
export interface WitnessDevice {
  token: string
  /** The key of this device, after the code was entered on it. Empty before. */
  key: string
  view: WitnessView | undefined
  error: Problem | null
  retry: () => void
  /** Called when the code was right. */
  entered: (key: string) => void
  /** What the witness gave besides their name, to correct. The portal doesn't send it back. Empty after a reload. */
  details: Details
  introduced: (view: WitnessView, given: Details) => void
  /** Called with the portal's response to one of the forms. */
  answered: (view: WitnessView) => void
  /** Called on a refusal, which may mean that the deed has changed meanwhile. */
  refused: (problem: Problem) => void
  isCorrecting: boolean
  correct: () => void
}

export function useWitness(token: string): WitnessDevice {
  const cache = useQueryClient()
  // Survives a reload, and ends with the tab.
  const kept = stored(`portico_witness:${token}`, z.string(), { area: 'session' })
  const [key, setKey] = useState(() => kept.read() ?? '')
  const [isCorrecting, setCorrecting] = useState(false)
  const [details, setDetails] = useState<Details>({ address: '', occupation: '' })
  const viewQuery = query(witness.look, key === '' ? { token } : { token, key })
  const { data, error, refetch } = useQuery({
    ...viewQuery,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error || isSettled(state.data) ? false : pace),
  })
  const answered = (view: WitnessView) => {
    setCorrecting(false)
    void cache.cancelQueries({ queryKey: viewQuery.queryKey })
    cache.setQueryData(viewQuery.queryKey, view)
  }
  return {
    token,
    key,
    view: data,
    error,
    retry: () => void refetch(),
    entered: (given) => {
      kept.write(given)
      setKey(given)
    },
    details,
    introduced: (view, { address, occupation }) => {
      setDetails({ address, occupation })
      answered(view)
    },
    answered,
    refused: ({ code }) => {
      if (code === 'conflict' || code === 'not_found') void refresh(cache, [witness.look])
    },
    isCorrecting,
    correct: () => setCorrecting(true),
  }
}

const isSettled = (view: WitnessView | undefined) => view?.state === 'over' || view?.state === 'witnessed'
