import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { people } from '#contract/firm/people.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmField } from '../dialog.tsx'

interface SecondFactorOfProps {
  id: UserId
  name: string
}

/**
 * Lets an administrator reset the second factor of someone who has lost app and recovery codes. Renders nothing if it
 * is off.
 */
export const SecondFactorOf = ({ id, name }: SecondFactorOfProps) => {
  const { data } = useQuery(query(secondFactor.showOf, { id }))
  const [isAsked, setAsked] = useState(false)
  if (!data?.isEnabled) return null
  return (
    <Card>
      <CardTitle lead="Signing in asks for a code from their authenticator app.">Two-factor is on</CardTitle>
      <EndSecondFactor
        {...{ id, name }}
        open={isAsked}
        onOpenChange={setAsked}
        trigger={<Button size="small">Lost their app and codes?</Button>}
      />
    </Card>
  )
}

interface EndSecondFactorProps extends SecondFactorOfProps {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  trigger?: ReactElement
}

/** Asks for the administrator's own password before it resets the second factor of a client or a colleague. */
export const EndSecondFactor = ({ id, name, trigger, open, onOpenChange }: EndSecondFactorProps) => (
  <Dialog
    size="small"
    open={open}
    onOpenChange={onOpenChange}
    trigger={trigger}
    title="Turn off two-factor sign-in?"
    description={`Signing in will ask ${name} for their password only, until they turn it on again.`}
  >
    <EndForm id={id} name={name} onDone={() => onOpenChange(false)} />
  </Dialog>
)

const EndForm = ({ id, name, onDone }: SecondFactorOfProps & { onDone: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(secondFactor.endFor, {
    start: { id, password: '' },
    done: async () => {
      toast({ title: '2FA Disabled', description: name, variant: 'success' })
      await refresh(cache, [secondFactor.showOf, people.list])
      onDone()
    },
    refused: ({ message }) =>
      toast({ title: '2FA update failed', description: message, variant: 'destructive' }),
  })
  return (
    <form {...form.props} className="grid gap-5">
      <Callout tone="warn" title="Make sure it's really them">
        Call a number you already have for them, or see them in person: a thief would ask for this too.
        They'll be told, and signed out everywhere.
      </Callout>
      <ConfirmField label="Your own password" {...form.field('password')} />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button type="submit" variant="destructive" busy={form.busy}>
          Turn it off for them
        </Button>
      </DialogFooter>
    </form>
  )
}
