import { consent, type SignatureRequest } from '#contract/signatures.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useSigning, type Way } from '../signing.ts'
import { DrawField } from './draw-field.tsx'
import { NameQuestion } from './name-question.tsx'
import { TypeField } from './type-field.tsx'

interface SignFormProps {
  request: SignatureRequest
  pagesSeen: number
  cancel: () => void
  done: () => void
}

/** How to sign, what is agreed to by it, and the button that does it. */
export const SignForm = ({ cancel, ...props }: SignFormProps) => {
  const { form, ...signing } = useSigning(props)
  const { faults, way, fault, question, isPending } = signing
  const ways = [
    {
      value: 'draw' as const,
      label: 'Draw',
      content: <DrawField drawing={signing.drawing} onDraw={signing.setDrawing} error={faults.signature} />,
    },
    {
      value: 'type' as const,
      label: 'Type',
      content: <TypeField name={signing.name} onType={signing.setName} error={faults.signature} />,
    },
  ]
  return (
    <form
      ref={form}
      noValidate
      onSubmit={signing.submit}
      aria-busy={isPending}
      className="grid gap-5 border-t border-line pt-5"
    >
      <div>
        <h3 className="mb-3 text-lg font-semibold">Your signature</h3>
        <Tabs<Way> label="How to sign" tabs={ways} value={way} onChange={signing.setWay} />
      </div>
      <Checkbox
        label={consent.text}
        name="consent"
        checked={signing.agreed}
        {...(faults.consent !== undefined && { error: faults.consent })}
        onChange={({ target }) => signing.setAgreed(target.checked)}
      />
      <FormFault>{fault}</FormFault>
      {question !== undefined && <NameQuestion signing={signing} question={question} />}
      <DialogFooter>
        <Button onClick={cancel}>Cancel</Button>
        {/* The question has the answers beside it: nothing else signs until it is answered. */}
        {question === undefined && (
          <Button type="submit" variant="primary" busy={isPending} busyText="Sealing your document…">
            Save Signature
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}
