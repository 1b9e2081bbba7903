import { fieldWords } from '#contract/forms/words.ts'
import { pages } from '#contract/kit/pages.ts'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { nothingChosen, offersOf, type WizardForm } from '../wizard.ts'

/** What a step of the risk assessment asks. */
export const RiskFields = ({ step, form }: { step: number; form: WizardForm }) => {
  if (step === 1) return <StatusFields form={form} />
  if (step === 2) return <MoneyFields form={form} />
  return step === 3 ? <MatterFields form={form} /> : <ConsentFields form={form} />
}

const StatusFields = ({ form }: { form: WizardForm }) => (
  <>
    <RadioGroup
      label={fieldWords.residentialStatus}
      offers={offersOf('residentialStatus')}
      required
      {...form.field('residentialStatus')}
    />
    <RadioGroup
      label={fieldWords.employmentStatus}
      offers={offersOf('employmentStatus')}
      required
      {...form.field('employmentStatus')}
    />
  </>
)

const MoneyFields = ({ form }: { form: WizardForm }) => (
  <>
    <RadioGroup
      label={fieldWords.annualIncome}
      offers={offersOf('annualIncome')}
      required
      {...form.field('annualIncome')}
    />
    <SelectField
      label={fieldWords.sourceOfFunds}
      hint="The main source, if there are several"
      choices={offersOf('sourceOfFunds')}
      placeholder={nothingChosen}
      required
      {...form.field('sourceOfFunds')}
    />
  </>
)

const MatterFields = ({ form }: { form: WizardForm }) => (
  <>
    <SelectField
      label={fieldWords.purposeOfMatter}
      choices={offersOf('purposeOfMatter')}
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
      offers={offersOf('riskFactors')}
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
