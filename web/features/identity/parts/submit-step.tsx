import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import type { Verifying } from '../verifying.ts'
import { documentWords } from '../words.ts'
import { StepHeading } from './step-heading.tsx'

/** What is about to be sent, and the button that sends it. */
export const SubmitStep = (verifying: Verifying) => {
  const { refusal, back, submit, isSubmitting } = verifying
  return (
    <div className="grid gap-5">
      <StepHeading>Your details are ready</StepHeading>
      <FormFault>{refusal}</FormFault>
      <p className="text-ink-soft">Please check, then submit. We'll tell you the result straight away.</p>
      <DescriptionList facts={factsOf(verifying)} />
      <DialogFooter>
        <Button onClick={back} disabled={isSubmitting}>
          Change
        </Button>
        <Button variant="primary" busy={isSubmitting} busyText="Submitting..." onClick={() => void submit()}>
          Complete verification
        </Button>
      </DialogFooter>
    </div>
  )
}

const factsOf = ({ method, document, bank }: Verifying) => {
  if (method === 'id')
    return [{ name: 'Identity document', value: document === '' ? '' : documentWords[document] }]
  const { accountName, sortCode, accountNumber, bankName } = bank.getValues()
  return [
    { name: 'Account name', value: accountName },
    { name: 'Sort code', value: sortCode.replace(/(\d\d)(?=\d)/g, '$1-') },
    { name: 'Account number', value: accountNumber },
    { name: 'Bank name', value: bankName },
  ]
}
