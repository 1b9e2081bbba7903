import { fieldWords } from '#contract/forms/labels.ts'
import { pages } from '#contract/kit/pages.ts'
import { today } from '#web/platform/clock.ts'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { choicesOf, type DateControl, nothingChosen, type WizardForm } from '../wizard.ts'

/** The fields of a step of the client questionnaire. Its last step is only a review. */
export const QuestionnaireFields = ({ step, form }: { step: number; form: WizardForm }) => {
  if (step === 1) return <PersonalFields form={form} />
  if (step === 2) return <ContactFields form={form} />
  return step === 3 ? <QuestionnaireMatter form={form} /> : null
}

const PersonalFields = ({ form }: { form: WizardForm }) => (
  <>
    <TextField
      label={fieldWords.fullName}
      hint="As it appears on your passport or driving licence"
      autoComplete="name"
      required
      {...form.field('fullName')}
    />
    <DateField
      label={fieldWords.dob}
      birthday
      min="1900-01-01"
      max={today()}
      required
      {...(form.control('dob') as DateControl)}
    />
    <TextField
      label={fieldWords.occupation}
      autoComplete="organization-title"
      required
      {...form.field('occupation')}
    />
  </>
)

const ContactFields = ({ form }: { form: WizardForm }) => (
  <>
    <AddressFields form={form} />
    <TextField
      label={fieldWords.phone}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      {...form.field('phone')}
    />
    <TextField
      label={fieldWords.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...form.field('email')}
    />
    <RadioGroup
      label={fieldWords.preferredContact}
      choices={choicesOf('preferredContact')}
      required
      {...form.field('preferredContact')}
    />
  </>
)

const QuestionnaireMatter = ({ form }: { form: WizardForm }) => (
  <>
    <SelectField
      label={fieldWords.legalMatter}
      choices={choicesOf('legalMatter')}
      placeholder={nothingChosen}
      required
      {...form.field('legalMatter')}
    />
    <TextArea
      label={fieldWords.description}
      hint="A few sentences are enough: what has happened, who else is involved, and any important dates"
      rows={5}
      required
      {...form.field('description')}
    />
    <RadioGroup
      label={fieldWords.urgency}
      choices={choicesOf('urgency')}
      required
      {...form.field('urgency')}
    />
  </>
)

/** Asks for a UK address line by line, and for one abroad as free text. */
const AddressFields = ({ form }: { form: WizardForm }) => (
  <fieldset className="grid gap-4">
    <legend className="mb-3 text-[0.875rem] font-semibold">Where do you live?</legend>
    {form.watch('livesAbroad') ? (
      <TextArea
        label="Address"
        hint="One line at a time, with the postcode and country"
        autoComplete="street-address"
        required
        {...form.field('addressAbroad')}
      />
    ) : (
      <UkFields form={form} />
    )}
    <Checkbox label="I live outside the United Kingdom" {...form.field('livesAbroad')} />
  </fieldset>
)

const UkFields = ({ form }: { form: WizardForm }) => (
  <>
    <TextField
      label="House number or name, and street"
      autoComplete="address-line1"
      required
      {...form.field('addressLine1')}
    />
    <TextField
      label="Flat, building or district"
      autoComplete="address-line2"
      optional
      {...form.field('addressLine2')}
    />
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <TextField label="Town or city" autoComplete="address-level2" required {...form.field('town')} />
      <TextField
        label="Postcode"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...form.field('postcode')}
      />
    </div>
  </>
)

interface RiskFieldsProps {
  step: number
  form: WizardForm
  /** Where the client told Obi that the money comes from. Undefined if they did not say. */
  fundsSource: string | undefined
}

/** The fields of a step of the risk assessment. */
export const RiskFields = ({ step, form, fundsSource }: RiskFieldsProps) => {
  if (step === 1) return <StatusFields form={form} />
  if (step === 2) return <MoneyFields form={form} fundsSource={fundsSource} />
  return step === 3 ? <RiskMatter form={form} /> : <ConsentFields form={form} />
}

const StatusFields = ({ form }: { form: WizardForm }) => (
  <>
    <RadioGroup
      label={fieldWords.residentialStatus}
      choices={choicesOf('residentialStatus')}
      required
      {...form.field('residentialStatus')}
    />
    <RadioGroup
      label={fieldWords.employmentStatus}
      choices={choicesOf('employmentStatus')}
      required
      {...form.field('employmentStatus')}
    />
  </>
)

const MoneyFields = ({ form, fundsSource }: Omit<RiskFieldsProps, 'step'>) => (
  <>
    <RadioGroup
      label={fieldWords.annualIncome}
      choices={choicesOf('annualIncome')}
      required
      {...form.field('annualIncome')}
    />
    <SelectField
      label={fieldWords.sourceOfFunds}
      hint={
        fundsSource
          ? `You told Obi “${fundsSource}”. Please check that it’s right, and choose the main source if there are several`
          : 'The main source, if there are several'
      }
      choices={choicesOf('sourceOfFunds')}
      placeholder={nothingChosen}
      required
      {...form.field('sourceOfFunds')}
    />
  </>
)

const RiskMatter = ({ form }: { form: WizardForm }) => (
  <>
    <SelectField
      label={fieldWords.purposeOfMatter}
      choices={choicesOf('purposeOfMatter')}
      placeholder={nothingChosen}
      required
      {...form.field('purposeOfMatter')}
    />
    <Checkbox
      label={fieldWords.politicallyExposed}
      hint="Someone with a prominent public role, such as a member of parliament, a senior judge or an ambassador"
      {...form.field('politicallyExposed')}
    />
    {form.watch('politicallyExposed') === true && (
      <TextArea
        label={fieldWords.politicallyExposedDetails}
        hint="Whose role it is, which one, and since when"
        optional
        {...form.field('politicallyExposedDetails')}
      />
    )}
    <CheckboxGroup
      label={fieldWords.riskFactors}
      hint="Tick all that apply, or leave blank"
      choices={choicesOf('riskFactors')}
      optional
      {...form.field('riskFactors')}
    />
  </>
)

const ConsentFields = ({ form }: { form: WizardForm }) => (
  <div className="grid gap-3 rounded-xl border border-line bg-sunken px-4 py-3">
    <Checkbox
      label={
        <>
          I accept the <OutsideLink href={pages.privacy}>privacy policy</OutsideLink>
        </>
      }
      required
      {...form.field('privacyConsent')}
    />
    <Checkbox label={fieldWords.declaration} required {...form.field('declaration')} />
  </div>
)
