import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type Enrolment, secondFactor } from '#contract/accounts/second-factor.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmField } from '../dialog.tsx'

const failed = ({ message }: { message: string }) =>
  toast({ title: '2FA update failed', description: message, variant: 'destructive' })

interface TurnOffFormProps {
  refreshes: Endpoint[]
  onDone: () => void
}

export const TurnOffForm = ({ refreshes, onDone }: TurnOffFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(secondFactor.enable, {
    start: { password: '' },
    done: async () => {
      toast({ title: '2FA Disabled', description: "You've been signed out everywhere else." })
      await refresh(cache, refreshes)
      onDone()
    },
    refused: failed,
  })
  return (
    <PasswordForm form={form} variant="destructive">
      Turn it off
    </PasswordForm>
  )
}

/** Asks for the password if the user signed in a while ago. The set-up follows. */
export const TurnOnForm = ({ onBegun }: { onBegun: (enrolment: Enrolment) => void }) => {
  const form = useCommandForm(secondFactor.enable, {
    start: { enable: true, password: '' },
    done: (answer) => answer.enable && onBegun(answer),
    refused: failed,
  })
  return <PasswordForm form={form}>Continue</PasswordForm>
}

interface NewCodesFormProps {
  refreshes: Endpoint[]
  onDone: (codes: readonly string[]) => void
}

export const NewCodesForm = ({ refreshes, onDone }: NewCodesFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(secondFactor.renewCodes, {
    start: { password: '' },
    done: async ({ recoveryCodes }) => {
      onDone(recoveryCodes)
      await refresh(cache, refreshes)
    },
    refused: failed,
  })
  return <PasswordForm form={form}>Get new codes</PasswordForm>
}

interface PasswordFormProps {
  form: {
    props: ComponentProps<'form'>
    field: (name: 'password') => Omit<ComponentProps<typeof ConfirmField>, 'label'>
    fault: string | undefined
    busy: boolean
  }
  variant?: 'primary' | 'destructive'
  /** Label of the button. */
  children: string
}

/** A password field with a button, which all these forms share. */
const PasswordForm = ({ form, variant = 'primary', children }: PasswordFormProps) => (
  <form {...form.props} className="grid gap-5">
    <ConfirmField label="Password" {...form.field('password')} />
    <FormFault>{form.fault}</FormFault>
    <DialogFooter>
      <Button type="submit" variant={variant} busy={form.busy}>
        {children}
      </Button>
    </DialogFooter>
  </form>
)
