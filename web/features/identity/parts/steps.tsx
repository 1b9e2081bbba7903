import { Car, FileUp, IdCard, Landmark } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { IdentityDocument, VerificationType } from '#contract/identity/identity.ts'
import { pages } from '#contract/kit/pages.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { BankAccountFields } from '#web/ui/fields/digits-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { documentWords, lostWords } from '../copy.ts'
import type { VerificationForm } from '../use-verification.ts'

/** Focuses the heading of a new step, so that a screen reader starts there. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="serif text-section">
      {children}
    </h3>
  )
}

/** Shown if no identity document was uploaded yet, with a link to the upload. */
export const DocumentMissing = ({ back, close }: { back: () => void; close: () => void }) => (
  <div className="grid gap-5">
    <StepHeading>We have no document from you yet</StepHeading>
    <Callout tone="info" icon={<FileUp />} title="Please upload your identity document first">
      A clear photo or scan of your passport or driving licence. It takes about a minute.
    </Callout>
    <DialogFooter>
      <Button onClick={back}>Back</Button>
      <ButtonLink to={pages.identityUpload} variant="primary" onClick={close}>
        Upload your document
      </ButtonLink>
    </DialogFooter>
  </div>
)

/** The fields of a UK bank account. */
const BankFields = ({ form }: { form: VerificationForm['bank'] }) => (
  <>
    <TextField
      label="Account name"
      hint="As it appears on your bank card. We don't check this name with your bank"
      autoComplete="name"
      required
      {...form.field('accountName')}
    />
    <BankAccountFields sortCode={form.control('sortCode')} accountNumber={form.control('accountNumber')} />
    <TextField label="Bank name" autoComplete="off" required {...form.field('bankName')} />
  </>
)

/** Chooses the document or enters the account, depending on what this task accepts. */
export const ChooseStep = (verifying: VerificationForm) => {
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

/** After coming back to change something, focuses the first refused field, or else the first field. */
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

const MethodChoice = ({ method, setMethod }: VerificationForm) => (
  <RadioGroup<VerificationType>
    label="How would you like to verify?"
    name="method"
    variant="cards"
    choices={[
      { value: 'id', label: 'Identity document', icon: <IdCard /> },
      { value: 'bank', label: 'Bank account', icon: <Landmark /> },
    ]}
    value={method}
    onChange={({ target }) => setMethod(target.value as VerificationType)}
  />
)

const DocumentChoice = ({ document, chooseDocument }: VerificationForm) => (
  <RadioGroup<IdentityDocument>
    label="Which identity document are you using?"
    hint="The one you uploaded as proof of identity"
    name="document"
    variant="cards"
    choices={[
      { value: 'passport', label: documentWords.passport, icon: <IdCard /> },
      { value: 'driving_license', label: documentWords.driving_license, icon: <Car /> },
    ]}
    value={document === '' ? [] : document}
    onChange={({ target }) => chooseDocument(target.value as IdentityDocument)}
  />
)

const tickTime = 200
const perTick = 5
const wholeTime = 5_000

/** Five seconds in which nothing is decided, so the text claims no more than that. */
export const PrepareStep = ({ onReady }: { onReady: () => void }) => {
  const ticks = useTicks(onReady)
  return (
    <div className="grid gap-4 py-4">
      <StepHeading>Preparing your details…</StepHeading>
      <Progress value={ticks * perTick} label="Preparing your details" />
      <p className="text-ink-soft">
        This takes about 5 seconds. Nothing is sent yet: you'll submit your details in the next step.
      </p>
    </div>
  )
}

function useTicks(onReady: () => void) {
  const [ticks, setTicks] = useState(0)
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    let passed = 0
    const timer = setInterval(() => {
      passed += 1
      setTicks(passed)
      if (passed * tickTime < wholeTime) return
      clearInterval(timer)
      ready()
    }, tickTime)
    return () => clearInterval(timer)
  }, [])
  return ticks
}

/** The details to be submitted, and the button that submits them. */
export const SubmitStep = (verifying: VerificationForm) => {
  const { refusal, lost, back, submit, isSubmitting } = verifying
  return (
    <div className="grid gap-5">
      <StepHeading>Your details are ready</StepHeading>
      <FormFault>{refusal}</FormFault>
      {lost && (
        <Callout key={lost} tone="warn" announce="alert" title={lostWords[lost].title}>
          {lostWords[lost].text}
        </Callout>
      )}
      <p className="text-ink-soft">
        Please check, then submit. We'll tell you straight away whether we need to look at it.
      </p>
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

const factsOf = ({ method, document, bank }: VerificationForm) => {
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
