import { Car, IdCard, Landmark } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { IdentityDocument, VerificationType } from '#contract/identity.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import type { Verifying } from '../verifying.ts'
import { documentWords } from '../words.ts'
import { BankFields } from './bank-fields.tsx'

/** Which document, or which account: only what this task can be verified by. */
export const ChooseStep = (verifying: Verifying) => {
  const { methods, method, bank, canStart, refusal, start } = verifying
  const fields = useFocusOnReturn(verifying.hasBegun)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canStart) start()
  }
  return (
    <form {...bank.props} onSubmit={submit} className="grid gap-5">
      <FormFault>{refusal}</FormFault>
      <div ref={fields} className="grid gap-5">
        {methods.length > 1 && <MethodChoice {...verifying} />}
        {method === 'id' ? <DocumentChoice {...verifying} /> : <BankFields form={bank} />}
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" disabled={!canStart}>
          Start verification
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Who comes back to change something lands on what was refused, or else on the first field. */
function useFocusOnReturn(hasBegun: boolean) {
  const fields = useRef<HTMLDivElement>(null)
  const isReturn = useRef(hasBegun)
  useEffect(() => {
    if (!isReturn.current) return
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong ?? fields.current?.querySelector<HTMLElement>('input')
    target?.focus()
  }, [])
  return fields
}

const MethodChoice = ({ method, setMethod }: Verifying) => (
  <RadioGroup<VerificationType>
    label="How would you like to verify?"
    name="method"
    variant="cards"
    offers={[
      { value: 'id', label: 'Identity document', icon: <IdCard /> },
      { value: 'bank', label: 'Bank account', icon: <Landmark /> },
    ]}
    value={method}
    onChange={({ target }) => setMethod(target.value as VerificationType)}
  />
)

const DocumentChoice = ({ document, chooseDocument }: Verifying) => (
  <RadioGroup<IdentityDocument>
    label="Which identity document are you using?"
    hint="The one you uploaded as proof of identity"
    name="document"
    variant="cards"
    offers={[
      { value: 'passport', label: documentWords.passport, icon: <IdCard /> },
      { value: 'driving_license', label: documentWords.driving_license, icon: <Car /> },
    ]}
    value={document === '' ? [] : document}
    onChange={({ target }) => chooseDocument(target.value as IdentityDocument)}
  />
)
