import { useEffect, useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

const kinds = {
  app: {
    label: 'Code from your app',
    hint: 'The six digits in your authenticator app',
    other: 'Use a recovery code instead',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved, such as 7K3Q-9D2P-4TVR. Each works once.',
    other: 'Use my authenticator app',
  },
}

export interface SecondStepFormProps {
  /** Whether the user is being signed in. */
  busy: boolean
  onDone: (user: User) => void
  onBack: () => void
}

/** Asks for a code of the app, or for a recovery code. Accepts a pasted or autofilled code as it is. */
export const SecondStepForm = ({ busy, onDone, onBack }: SecondStepFormProps) => {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const form = useCommandForm(secondFactor.signIn, {
    start: { code: '' },
    done: onDone,
    refused: ({ reason, message }) => {
      if (reason !== 'sign_in_again') return
      toast({ title: 'Login failed', description: message, variant: 'destructive' })
      onBack()
    },
  })
  const { setFocus } = form
  // Focuses the field at first, and after switching to the other kind of code.
  useEffect(() => setFocus('code'), [setFocus])
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.setValue('code', '')
    form.clearErrors()
    setFocus('code')
  }
  const { label, hint, other } = kinds[kind]
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        label={label}
        hint={hint}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...form.field('code')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy || busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="link" onClick={turn}>
          {other}
        </Button>
        <Button variant="link" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
      <LostBoth />
    </form>
  )
}

/** For everybody who has come this far by the right password, so that it tells nothing about an account. */
const LostBoth = () => (
  <div className="grid gap-2 border-t border-line pt-5 text-sm text-ink-soft">
    <p>Lost your phone and your recovery codes? Please call us.</p>
    <p>
      If you work at the firm, ask an administrator: under People they choose “Lost their app and codes” in
      the menu beside your name.
    </p>
  </div>
)
