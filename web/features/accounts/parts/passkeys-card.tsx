import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Passkey, type PasskeyCreation, passkeys } from '#contract/accounts/passkeys.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmField } from '../dialog.tsx'
import { canUsePasskeys, makePasskey } from './passkey-device.ts'

/** The user's passkeys, for signing in without a password. */
export const PasskeysCard = () => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Card padded={false}>
      <div className="px-5 pt-5">
        <CardTitle
          lead="Sign in with your fingerprint, face or screen lock instead of a password and a code."
          aside={canUsePasskeys() && <AddPasskey />}
        >
          Passkeys
        </CardTitle>
      </div>
      <List />
    </Card>
  </AsyncBoundary>
)

const List = () => {
  const { data } = useSuspenseQuery(query(passkeys.list, {}))
  if (data.length === 0)
    return (
      <p className="px-5 pb-5 text-ink-soft">
        {canUsePasskeys() ? 'You have no passkeys yet.' : "This browser can't use passkeys at this address."}
      </p>
    )
  return (
    <ul aria-label="Passkeys" className="divide-y divide-line border-t border-line">
      {data.map((passkey) => (
        <li key={passkey.id}>
          <PasskeyRow passkey={passkey} />
        </li>
      ))}
    </ul>
  )
}

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  return (
    <Row
      mark={<KeyRound className="text-ink-soft" />}
      title={<span className="wrap-anywhere">{name}</span>}
      badge={isSynced && <Badge plain>Synced</Badge>}
      detail={
        <>
          Added on {dateText(createdAt)} ·{' '}
          {lastUsedAt ? (
            <>
              Last used: <Ago at={lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}
        </>
      }
      action={<RemovePasskey passkey={passkey} />}
    />
  )
}

const RemovePasskey = ({ passkey }: { passkey: Passkey }) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      size="small"
      open={isAsking}
      onOpenChange={setAsking}
      trigger={
        <Button size="small" variant="ghost" aria-label={`Remove: ${passkey.name}`}>
          Remove
        </Button>
      }
      title="Remove this passkey?"
      description={`${passkey.name} will no longer sign you in. You can still use your password.`}
    >
      <RemoveForm passkey={passkey} close={() => setAsking(false)} />
    </Dialog>
  )
}

const RemoveForm = ({ passkey: { id, name }, close }: StepProps & { passkey: Passkey }) => {
  const cache = useQueryClient()
  const form = useCommandForm(passkeys.remove, {
    start: { id, password: '' },
    done: async () => {
      await refresh(cache, [passkeys.list])
      toast({ title: 'Passkey removed', description: name, variant: 'success' })
      close()
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <ConfirmField {...form.field('password')} />
      <FormFooter form={form} cancel={close} destructive>
        Remove
      </FormFooter>
    </form>
  )
}

const AddPasskey = () => {
  const [isOpen, setOpen] = useState(false)
  const [options, setOptions] = useState<PasskeyCreation | null>(null)
  const close = () => {
    setOpen(false)
    setOptions(null)
  }
  return (
    <>
      <Button size="small" icon={<Plus />} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={close}
          title="Add a passkey"
          description="Your device will ask for your fingerprint, face or screen lock."
        >
          {options ? (
            <NameForm options={options} close={close} />
          ) : (
            <PasswordForm next={setOptions} close={close} />
          )}
        </Dialog>
      )}
    </>
  )
}

interface StepProps {
  close: () => void
}

const PasswordForm = ({ next, close }: StepProps & { next: (options: PasskeyCreation) => void }) => {
  const form = useCommandForm(passkeys.begin, { start: { password: '' }, done: next })
  return (
    <form {...form.props} className="grid gap-5">
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      <FormFooter form={form} cancel={close}>
        Continue
      </FormFooter>
    </form>
  )
}

/** Has its own button to make the passkey, because some browsers only ask a device right after a press. */
const NameForm = ({ options, close }: StepProps & { options: PasskeyCreation }) => {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const add = useCommand(passkeys.add, { refreshes: [] })
  const make = async () => {
    if (name.trim() === '') return setFault('Please give this passkey a name')
    setFault(undefined)
    setBusy(true)
    try {
      await add.mutateAsync({ name, made: await makePasskey(options) })
      await refresh(cache, [passkeys.list])
      toast({ title: 'Passkey added', description: name, variant: 'success' })
      close()
    } catch (error) {
      setFault(error instanceof Error && error.message !== '' ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <TextField
        label="Name"
        hint="For example, My phone"
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
      />
      <FormFooter form={{ fault, busy: isBusy }} cancel={close}>
        Create passkey
      </FormFooter>
    </form>
  )
}
