import { z } from 'zod'
import { setup } from '#contract/firm/setup.ts'
import { FirmFacts } from '#contract/settings.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Answers } from './answers.ts'
import { FirmFactsFields } from './firm-facts-fields.tsx'

const rules = z.strictObject({ setupCode: setup.begin.input.shape.setupCode, ...FirmFacts.shape })

const empty = {
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
  const form = useRulesForm(rules, { start: { setupCode: kept.setupCode ?? '', ...empty, ...kept.firm } })
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
