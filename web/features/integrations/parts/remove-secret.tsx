import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ZodType } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PasswordDialog } from './confirm-change.tsx'

interface RemoveSecretProps<O extends ZodType> {
  endpoint: Endpoint<typeof SecretRemoval, O>
  /** The provider's name. */
  provider: string
  /** What is removed, as the button names it. */
  subject: 'keys' | 'key' | 'secret'
  /** Says what stops working, in a few sentences. */
  consequences: string
  /** Endpoints whose responses change. */
  refreshes: Endpoint[]
}

/** Removes a provider's secret, after saying what stops working. Stands outside the form of the settings. */
export const RemoveSecret = <O extends ZodType>(props: RemoveSecretProps<O>) => {
  const [isAsking, setAsking] = useState(false)
  const { provider, subject } = props
  return (
    <div>
      <Button
        variant="destructive"
        aria-label={`Remove ${subject}: ${provider}`}
        onClick={() => setAsking(true)}
      >
        Remove {subject}
      </Button>
      {isAsking && <RemovalDialog {...props} close={() => setAsking(false)} />}
    </div>
  )
}

const RemovalDialog = <O extends ZodType>({
  endpoint,
  provider,
  subject,
  consequences,
  refreshes,
  close,
}: RemoveSecretProps<O> & { close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(endpoint, {
    start: { password: '', leavesUnfinished: false },
    refused: ({ reason }) => {
      // The form shows what is unfinished. Submitting it again leaves that as it is.
      if (reason === 'unfinished') form.setValue('leavesUnfinished', true)
    },
    done: async () => {
      close()
      await refresh(cache, refreshes)
      toast({ title: `${provider}: ${subject} removed`, variant: 'success' })
    },
  })
  const pronoun = subject === 'keys' ? 'them' : 'it'
  return (
    <PasswordDialog
      title={`Remove the ${subject} of ${provider}?`}
      description={`${consequences} The portal forgets the ${subject}. Please also withdraw ${pronoun} at ${provider}, so that nobody else can use ${pronoun}.`}
      confirmLabel={form.watch('leavesUnfinished') ? 'Remove anyway' : 'Remove'}
      destructive
      form={form}
      field={form.field('password')}
      close={close}
    />
  )
}

/**
 * Counts how often the secret went away, here or in another window. As the key of a form, it makes the form start again
 * from what is stored, so that it doesn't show a provider as on that is off.
 */
export function useRemovals(hasSecret: boolean) {
  const [{ count, hadSecret }, setSeen] = useState({ count: 0, hadSecret: hasSecret })
  if (hadSecret !== hasSecret) setSeen({ count: hadSecret ? count + 1 : count, hadSecret: hasSecret })
  return count
}
