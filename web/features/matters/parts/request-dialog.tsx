import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import { MatterPriority, matterTypes, priorityNames } from '#contract/matters/facts.ts'
import { matters } from '#contract/matters/matters.ts'
import { type Attempt, useAttempt } from '#web/platform/attempt.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { ownKey, stored } from '#web/platform/storage.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { matterAnswers } from '../hooks.ts'
import type { Control } from './stages/next-action.tsx'

const Draft = z.strictObject({
  title: z.string(),
  type: z.string(),
  priority: MatterPriority,
  description: z.string(),
})
const blank: z.infer<typeof Draft> = { title: '', type: '', priority: 'medium', description: '' }

/** A request that a client is writing. This device keeps it until it is sent or the user signs out. */
const requestDraftOf = (owner: UserId) => stored(ownKey(owner, 'case_request'), Draft)

interface RequestDialogProps {
  open: boolean
  close: () => void
  /** Called when the firm has received the request. */
  done: () => void
}

/** Requests a new matter from the firm. */
export const RequestDialog = ({ open, ...rest }: RequestDialogProps) => {
  // Outlives the form, which goes when the dialog is closed, while what was typed stays and may be sent again.
  const attempt = useAttempt<z.output<typeof matters.request.input>>()
  return (
    <Dialog
      open={open}
      onOpenChange={rest.close}
      title="New Case"
      description="Tell us what you need. Your legal team will look at it, then open the case or explain why they can't."
    >
      <RequestForm {...rest} attempt={attempt} />
    </Dialog>
  )
}

interface RequestFormProps extends Omit<RequestDialogProps, 'open'> {
  attempt: Attempt<z.output<typeof matters.request.input>>
}

const RequestForm = ({ close, done, attempt }: RequestFormProps) => {
  const cache = useQueryClient()
  const { id: owner } = useUser()
  const form = useCommandForm(matters.request, {
    start: requestDraftOf(owner).read() ?? blank,
    once: attempt,
    done: async ({ reference }) => {
      close()
      requestDraftOf(owner).clear()
      done()
      toast({
        title: 'Case requested',
        description: `${reference} is pending until your legal team opens it.`,
        variant: 'success',
      })
      await refresh(cache, matterAnswers)
    },
  })
  const { watch } = form
  useEffect(() => {
    const watching = watch((typed) => requestDraftOf(owner).write({ ...blank, ...typed }))
    return () => watching.unsubscribe()
  }, [watch, owner])
  return (
    <form {...form.props} className="grid gap-5">
      <MatterFields
        field={form.field}
        hints={{
          title: 'A few words, such as “Purchase of 12 Garden Street”',
          description: "What happened, what you'd like us to do, and any dates we should know about",
        }}
      />
      <FormFooter form={form} cancel={close}>
        Send request
      </FormFooter>
    </form>
  )
}

type Name = 'title' | 'type' | 'priority' | 'description'

interface MatterFieldsProps {
  /** Binds a field to the form. */
  field: (name: Name) => Control
  hints?: { title?: string; description?: string }
  types?: ComponentProps<typeof SelectField>['choices']
  /** What the chosen type brings with it. */
  typeWords?: string | undefined
}

const clientsTypes = matterTypes.map((type) => ({ value: type, label: type }))

/** The fields that describe a matter, for clients and staff alike. */
export const MatterFields = ({ field, hints = {}, types = clientsTypes, typeWords }: MatterFieldsProps) => (
  <>
    <TextField label="Title" hint={hints.title} required {...field('title')} />
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Type" required placeholder="Please choose" choices={types} {...field('type')} />
      <SelectField
        label="Priority"
        required
        choices={MatterPriority.options.map((value) => ({ value, label: priorityNames[value] }))}
        {...field('priority')}
      />
    </div>
    {typeWords && (
      <p aria-live="polite" className="-mt-3 text-sm text-ink-soft">
        {typeWords}
      </p>
    )}
    <TextArea label="Description" hint={hints.description} required {...field('description')} />
  </>
)
