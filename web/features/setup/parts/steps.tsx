import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { FirstFactor, setup } from '#contract/firm/setup.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { FirmFacts } from '#contract/settings.ts'
import { AddAccount } from '#web/features/accounts/dialog.tsx'
import { ask } from '#web/platform/ask.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { query } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { NameFields, UsernameField } from '#web/ui/fields/name-fields.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FirmFactsFields } from './firm-facts-fields.tsx'

/** The answers of all steps. */
export type Answers = Input<typeof setup.complete>

const administratorRules = setup.complete.input.shape.administrator

interface AdministratorStepProps {
  kept: Partial<Answers>
  next: (answers: Partial<Answers>) => void
  back: (answers: Partial<Answers>) => void
}

export const AdministratorStep = ({ kept, next, back }: AdministratorStepProps) => {
  const form = useRulesForm(administratorRules, { start: { ...noAdministrator, ...kept.administrator } })
  const submit = form.whenValid((administrator) => next({ administrator }))
  return (
    <form {...form.props} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ErrorSummary problems={form.problems} />
      <p className="text-ink-soft">
        You'll be the first administrator, so you can invite colleagues and change the firm's details.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields first={form.field('firstName')} last={form.field('lastName')} />
        <UsernameField {...form.field('username')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      </div>
      <NewPasswordFields password={form.field('password')} again={form.field('confirmPassword')} />
      <div className="flex flex-wrap justify-between gap-2.5">
        <Button onClick={() => back({ administrator: form.getValues() as Answers['administrator'] })}>
          Back
        </Button>
        <Button type="submit" variant="primary">
          Next
        </Button>
      </div>
    </form>
  )
}

const noAdministrator = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
}

interface FactorStepProps {
  kept: Omit<Answers, 'factor'>
  /** Goes back to the step with invalid answers. */
  back: (to: number) => void
  done: (answer: Output<typeof setup.complete>) => void
}

/** Sets up a second factor, as the administrator of a portal full of passports needs more than a password. */
export const FactorStep = ({ kept, back, done }: FactorStepProps) => {
  const { setupCode, firm, administrator } = kept
  const begun = { setupCode, firmName: firm.name, username: administrator.username }
  const { data: enrolment, error } = useQuery({ ...query(setup.begin, begun), gcTime: 0 })
  if (error)
    return (
      <Callout
        tone="stop"
        announce="alert"
        title={error.message}
        actions={<Button onClick={() => back(0)}>Check the first step</Button>}
      />
    )
  if (!enrolment) return <Spinner words="Creating a key" />
  return <FactorForm kept={kept} enrolment={enrolment} back={back} done={done} />
}

interface FactorFormProps extends FactorStepProps {
  enrolment: Output<typeof setup.begin>
}

const FactorForm = ({ kept, enrolment, back, done }: FactorFormProps) => {
  const form = useRulesForm(FirstFactor, { start: { key: enrolment.key, code: '' } })
  const submit = form.whenValid(async (factor) => {
    try {
      done(await ask(setup.complete, { ...kept, factor }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const [name] = Object.keys(error.fields)
      if (error.fields.code) form.refuse(error)
      else form.setError('root', { message: (name && error.fields[name]) || error.message })
    }
  })
  return (
    <form {...form.props} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-ink-soft">
        Add this account to an authenticator app on your phone, then type the six digits it shows.
      </p>
      <AddAccount enrolment={enrolment} />
      <div className="max-w-60">
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...form.field('code')}
        />
      </div>
      <FormFault>{form.fault}</FormFault>
      <div className="flex flex-wrap justify-between gap-2.5">
        <Button onClick={() => back(1)}>Back</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Finish the set-up
        </Button>
      </div>
    </form>
  )
}

const firmRules = z.strictObject({ setupCode: setup.begin.input.shape.setupCode, ...FirmFacts.shape })

const noFirm = {
  name: '',
  regulator: '',
  telephone: '',
  hours: '',
  email: '',
  postalAddress: '',
  complaintsTo: '',
}

interface FirmStepProps {
  kept: Partial<Answers>
  next: (answers: Partial<Answers>) => void
}

export const FirmStep = ({ kept, next }: FirmStepProps) => {
  const form = useRulesForm(firmRules, {
    start: { setupCode: kept.setupCode ?? '', ...noFirm, ...kept.firm },
  })
  const submit = form.whenValid(({ setupCode, ...firm }) => next({ setupCode, firm }))
  return (
    <form {...form.props} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ErrorSummary problems={form.problems} />
      <TextField
        label="Set-up code"
        hint="You'll find it in the window where the portal was started."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('setupCode')}
      />
      <FirmFactsFields field={form.field} />
      <Button type="submit" variant="primary" size="large">
        Next
      </Button>
    </form>
  )
}
