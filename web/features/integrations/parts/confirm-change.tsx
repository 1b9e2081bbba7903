import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import { ConfirmField } from '#web/features/accounts/dialog.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter, FormFooter } from '#web/ui/overlays/dialog.tsx'

interface Confirmation {
  kind: 'password' | 'account'
  /** The error of the password, or the warning about payments in another account. */
  words: string | undefined
}

/** The part of a form that is needed to submit it again. */
interface Form {
  setValue: (name: 'currentPassword', value: string) => void
  clearErrors: () => void
  submit: () => unknown
  busy: boolean
}

/**
 * Confirms a change of keys with a password if the server asks for it. Pass the form's refusals to `take`, and the form
 * to the dialog.
 */
export function useConfirmedChange() {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return {
    confirmation,
    close: () => setConfirmation(null),
    take: ({ reason, fields, message }: Problem, form: Pick<Form, 'clearErrors'>) => {
      const next = confirmationFor({ reason, message, fault: fields.currentPassword })
      setConfirmation(next)
      // The dialog shows the error instead.
      if (next) form.clearErrors()
    },
  }
}

const confirmationFor = ({
  reason,
  message,
  fault,
}: Record<'reason' | 'message' | 'fault', string | undefined>): Confirmation | null => {
  if (reason === 'other_account') return { kind: 'account', words: message }
  if (reason === 'reauth_required') return { kind: 'password', words: undefined }
  return fault === undefined ? null : { kind: 'password', words: fault }
}

interface ConfirmChangeProps {
  confirming: ReturnType<typeof useConfirmedChange>
  form: Form
  /** Title of the dialog, such as "Change the Stripe settings". */
  title: string
  /** Goes ahead although payments in another account are unfinished. */
  leave?: () => void
}

export const ConfirmChange = ({
  confirming: { confirmation, close },
  form,
  title,
  leave,
}: ConfirmChangeProps) => {
  const stop = () => {
    form.setValue('currentPassword', '')
    close()
  }
  if (confirmation?.kind === 'account')
    return (
      <Confirm
        open
        destructive
        title="Leave payments unfinished?"
        description={confirmation.words}
        confirmLabel="Change the account anyway"
        busy={form.busy}
        onOpenChange={stop}
        onConfirm={() => {
          leave?.()
          void form.submit()
        }}
      />
    )
  return (
    <Dialog
      size="small"
      open={confirmation !== null}
      onOpenChange={stop}
      title={title}
      description="Confirm that it's you, so that nobody can do this from an open window. Other administrators are told."
    >
      <PasswordForm
        fault={confirmation?.words}
        busy={form.busy}
        stop={stop}
        confirm={(password) => {
          form.setValue('currentPassword', password)
          void form.submit()
        }}
      />
    </Dialog>
  )
}

interface PasswordDialogProps {
  title: string
  description: ReactNode
  confirmLabel: string
  /** Shows the confirm button in red, for what stops something. */
  destructive?: boolean
  /** What a command form returns whose only field is the password. */
  form: Pick<ComponentProps<typeof FormFooter>, 'form'>['form'] & { props: ComponentProps<'form'> }
  field: ComponentProps<typeof ConfirmField>
  close: () => void
}

/** Asks before a change of keys or webhooks, and confirms it with the password. */
export const PasswordDialog = (dialog: PasswordDialogProps) => {
  const { title, description, confirmLabel, destructive = false, form, field, close } = dialog
  return (
    <Dialog open onOpenChange={close} size="small" title={title} description={description}>
      <form {...form.props} className="grid gap-5">
        <ConfirmField hint="Other administrators are told." {...field} />
        <FormFooter form={form} cancel={close} destructive={destructive}>
          {confirmLabel}
        </FormFooter>
      </form>
    </Dialog>
  )
}

interface PasswordFormProps {
  fault: string | undefined
  busy: boolean
  stop: () => void
  confirm: (password: string) => void
}

const PasswordForm = ({ fault, busy, stop, confirm }: PasswordFormProps) => {
  const [password, setPassword] = useState('')
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Otherwise the form under the dialog would be submitted too.
        event.stopPropagation()
        confirm(password)
      }}
    >
      <ConfirmField value={password} onChange={({ target }) => setPassword(target.value)} error={fault} />
      <DialogFooter>
        <Button onClick={stop}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={password === ''}>
          Confirm
        </Button>
      </DialogFooter>
    </form>
  )
}
