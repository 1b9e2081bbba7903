import { useEffect, useRef } from 'react'
import { fullName } from '#contract/kit/names.ts'
import { consent, type SignatureRequest } from '#contract/signatures/signatures.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useSignatureForm, type Way } from '../signature-form.ts'
import { DrawField, TypeField } from './signature-fields.tsx'

export interface SignFormProps {
  request: SignatureRequest
  pagesSeen: number
  cancel: () => void
  done: () => void
}

/** The ways to sign, the consent, and the button that signs. */
export const SignForm = ({ cancel, ...props }: SignFormProps) => {
  const { form, ...fields } = useSignatureForm(props)
  const { faults, way, fault, question, isPending } = fields
  const { isDeed } = props.request
  const ownName = fullName(useUser())
  const ways = [
    {
      value: 'draw' as const,
      label: 'Draw',
      content: <DrawField drawing={fields.drawing} onDraw={fields.setDrawing} error={faults.signature} />,
    },
    {
      value: 'type' as const,
      label: 'Type',
      content: (
        <TypeField ownName={ownName} name={fields.name} onType={fields.setName} error={faults.signature} />
      ),
    },
  ]
  return (
    <form
      ref={form}
      noValidate
      onSubmit={fields.submit}
      aria-busy={isPending}
      className="grid gap-5 border-t border-line pt-5"
    >
      <div>
        <h3 className="mb-3 text-lg font-semibold">Your signature</h3>
        <Tabs<Way> label="How to sign" tabs={ways} value={way} onChange={fields.setWay} />
      </div>
      <Checkbox
        label={consent.text}
        name="consent"
        checked={fields.agreed}
        {...(faults.consent !== undefined && { error: faults.consent })}
        onChange={({ target }) => fields.setAgreed(target.checked)}
      />
      <FormFault>{fault}</FormFault>
      {question !== undefined && <NameQuestion form={fields} question={question} />}
      <DialogFooter>
        <Button onClick={cancel}>Cancel</Button>
        {/* The question has its own buttons. Nothing else can sign until it is answered. */}
        {question === undefined && (
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            busyText={isDeed ? 'Saving your signature…' : 'Sealing your document…'}
          >
            Save Signature
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

interface NameQuestionProps {
  question: string
  form: Pick<ReturnType<typeof useSignatureForm>, 'name' | 'signAs' | 'signAsTyped' | 'isPending'>
}

/** Asks before a document is signed in a name that is not the signer's own. */
const NameQuestion = ({ question, form }: NameQuestionProps) => {
  const ownName = fullName(useUser())
  const { name, isPending, signAs, signAsTyped } = form
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <Callout
      tone="warn"
      title={<span className="[overflow-wrap:anywhere]">{question}</span>}
      announce="alert"
      actions={
        <>
          <Button ref={own} variant="primary" disabled={isPending} onClick={() => signAs(ownName)}>
            <span className="[overflow-wrap:anywhere]">Sign as {ownName}</span>
          </Button>
          <Button variant="ghost" disabled={isPending} onClick={signAsTyped}>
            <span className="[overflow-wrap:anywhere]">Sign as {name.trim()}</span>
          </Button>
        </>
      }
    >
      If you keep the name you typed, the record will show both names, and we’ll tell the firm.
    </Callout>
  )
}
