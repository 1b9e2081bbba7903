import { setup } from '#contract/firm/setup.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Answers } from './answers.ts'

const rules = setup.complete.input.shape.administrator

interface AdministratorStepProps {
  kept: Partial<Answers>
  next: (answers: Partial<Answers>) => void
  back: (answers: Partial<Answers>) => void
}

export const AdministratorStep = ({ kept, next, back }: AdministratorStepProps) => {
  const form = useRulesForm(rules, { start: { ...empty, ...kept.administrator } })
  const submit = form.whenValid((administrator) => next({ administrator }))
  return (
    <form {...form.props} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ErrorSummary problems={form.problems} />
      <p className="text-ink-soft">
        You'll be the first administrator, so you can invite colleagues and change the firm's details.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
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

const empty = { firstName: '', lastName: '', username: '', email: '', password: '', confirmPassword: '' }
