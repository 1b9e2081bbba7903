import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { clientInvitations, mostInvitedTogether } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath } from '#contract/kit/pages.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { NewMatterFields } from '#web/features/matters/dialog.tsx'
import { counted } from '#web/platform/clock.ts'
import { useHasMailServer } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { UnsentInvitation } from '#web/ui/overlays/unsent-invitations.tsx'

const nobody = { firstName: '', lastName: '', email: '', phone: '' }
const matter = {
  title: '',
  type: '',
  priority: 'medium' as const,
  description: '',
  whose: 'client' as const,
  thirdParty: '',
  nextStep: taskSteps.begin,
}

/** Invitations that could not be emailed, and what follows once their links have been passed on. */
export interface Unsent {
  invitations: readonly UnsentInvitation[]
  goOn: () => void
}

type Sent = Output<typeof clientInvitations.send>
type Wanted = Pick<Input<typeof clientInvitations.send>, 'feeEarnerId'>

const useInvitations = (done: (sent: Sent, wanted: Wanted) => Promise<void>) => {
  const user = useUser()
  return useCommandForm(clientInvitations.send, {
    start: { clients: [nobody], feeEarnerId: user.id, matter },
    done,
  })
}

/**
 * Opens what the invitations are for, after the links that no email carries have been passed on. If a colleague is
 * responsible, nothing opens, because the user may not look at it.
 */
const useSent = (share: (unsent: Unsent | null) => void) => {
  const navigate = useNavigate()
  const user = useUser()
  return (sent: Sent, { feeEarnerId }: Wanted) => {
    const [first] = sent.clients
    const only = sent.clients.length === 1 ? first : undefined
    const path = sent.matter ? firmMatterPath(sent.matter.id) : only ? clientPath(only.id) : null
    const opens = feeEarnerId === user.id ? path : null
    const goOn = () => {
      share(null)
      if (opens !== null) void navigate(opens)
    }
    const invitations = sent.clients.flatMap(({ name: to, path }) => (path === null ? [] : [{ to, path }]))
    if (invitations.length > 0) return share({ invitations, goOn })
    const names = sent.clients.map(({ name }) => name).join(', ')
    toast({
      title: sent.clients.length === 1 ? 'Invitation sent' : 'Invitations sent',
      description: sent.matter ? `${names} · ${sent.matter.reference}` : names,
      variant: 'success',
    })
    goOn()
  }
}

interface InviteFormProps {
  close: () => void
  share: (unsent: Unsent | null) => void
}

/** Asks who is invited, and for the case to open for them. */
export const InviteForm = ({ close, share }: InviteFormProps) => {
  const mayDo = useMay()
  const cache = useQueryClient()
  const sendsEmail = useHasMailServer()
  const sent = useSent(share)
  const form = useInvitations(async (invited, wanted) => {
    close()
    await refresh(cache, [lists.clients, lists.matters, firm.clients])
    sent(invited, wanted)
  })
  const clients = form.watch('clients')
  const opened = form.watch('matter')
  return (
    <form {...form.props} className="grid gap-5">
      {clients.map((_, at) => (
        <ClientFields key={at} at={at} form={form} />
      ))}
      {clients.length < mostInvitedTogether && (
        <Button
          size="small"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => form.setValue('clients', [...clients, nobody])}
        >
          Add a joint client
        </Button>
      )}
      {mayDo('clients.assign') && <Responsible {...form.field('feeEarnerId')} />}
      <Checkbox
        name="opens"
        checked={opened !== undefined}
        label={clients.length > 1 ? 'Open a case for them together' : 'Open a case for them'}
        onChange={({ target }) => form.setValue('matter', target.checked ? matter : undefined)}
      />
      {opened && (
        <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
          <NewMatterFields
            field={(name) => form.field(`matter.${name}`)}
            isThirdParty={opened.whose === 'third_party'}
            type={opened.type}
          />
        </AsyncBoundary>
      )}
      <AskingFormFooter form={form} cancel={close}>
        {submitLabel(clients.length, { sendsEmail })}
      </AskingFormFooter>
    </form>
  )
}

const submitLabel = (clients: number, { sendsEmail }: { sendsEmail: boolean }) => {
  if (!sendsEmail) return clients === 1 ? 'Create link' : `Create ${counted(clients, 'link')}`
  return clients === 1 ? 'Send invitation' : `Send ${counted(clients, 'invitation')}`
}

interface ClientFieldsProps {
  at: number
  form: ReturnType<typeof useInvitations>
}

/** Who one of the clients is. All but the first are joint clients, and can be removed. */
const ClientFields = ({ at, form }: ClientFieldsProps) => (
  <fieldset className="grid gap-4 rounded-xl border border-line p-4">
    <legend className="px-1 font-semibold">{at === 0 ? 'Client' : `Joint client ${at}`}</legend>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="First name" required autoComplete="off" {...form.field(`clients.${at}.firstName`)} />
      <TextField label="Last name" required autoComplete="off" {...form.field(`clients.${at}.lastName`)} />
    </div>
    <TextField
      label="Email"
      type="email"
      required
      autoComplete="off"
      {...form.field(`clients.${at}.email`)}
    />
    <TextField
      label="Phone number"
      type="tel"
      optional
      autoComplete="off"
      {...form.field(`clients.${at}.phone`)}
    />
    {at > 0 && (
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => form.setValue('clients', form.getValues('clients').toSpliced(at, 1))}
      >
        Remove joint client {at}
      </Button>
    )}
  </fieldset>
)

const Responsible = (control: Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>) => {
  const { data: colleagues = [] } = useQuery(query(firm.colleagues, {}))
  return (
    <SelectField
      label="Responsible"
      required
      choices={colleagues.map((person) => ({ value: person.id, label: fullName(person) }))}
      {...control}
    />
  )
}
