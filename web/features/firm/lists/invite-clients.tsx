import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, UserRoundPlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { confirmationDays } from '#contract/accounts/accounts.ts'
import { clientInvitations, mostInvitedTogether } from '#contract/firm/client-invitations.ts'
import { type ClientFile, firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath } from '#contract/kit/pages.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { NewMatterFields } from '#web/features/matters/dialog.tsx'
import { counted } from '#web/platform/clock.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { type UnsentInvitation, UnsentInvitations } from '#web/ui/overlays/unsent-invitations.tsx'

/** Invites new clients, one or several for the same case. */
export const InviteClients = ({ isMain = false }: { isMain?: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const sendsEmail = useKnownFirm().firm?.sendsEmail ?? true
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        icon={<UserRoundPlus />}
        onClick={() => setOpen(true)}
      >
        Invite a client
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Invite a client"
        description={
          sendsEmail
            ? 'We’ll open an account for them and email them a link for choosing a password.'
            : 'We’ll open an account for them and give you a link for choosing a password to pass on, because this portal sends no email.'
        }
      >
        {isOpen && <InviteForm close={() => setOpen(false)} share={setUnsent} />}
      </Dialog>
      {unsent && <ShareLinks unsent={unsent} />}
    </>
  )
}

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
interface Unsent {
  invitations: readonly UnsentInvitation[]
  goOn: () => void
}

const ShareLinks = ({ unsent: { invitations, goOn } }: { unsent: Unsent }) => (
  <Dialog open onOpenChange={goOn} title={invitations.length === 1 ? 'Share this link' : 'Share these links'}>
    <UnsentInvitations invitations={invitations} close={goOn}>
      {invitations.length === 1 ? 'It works' : 'Each works'} once, for {confirmationDays} days, and can’t be
      shown again.
    </UnsentInvitations>
  </Dialog>
)

interface InviteFormProps {
  close: () => void
  share: (unsent: Unsent | null) => void
}

const InviteForm = ({ close, share }: InviteFormProps) => {
  const user = useUser()
  const mayDo = useMay()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useCommandForm(clientInvitations.send, {
    start: { clients: [nobody], feeEarnerId: user.id, matter },
    done: async (sent) => {
      close()
      await refresh(cache, [lists.clients, lists.matters, firm.clients])
      const [first] = sent.clients
      const opens = sent.matter
        ? firmMatterPath(sent.matter.id)
        : first && sent.clients.length === 1
          ? clientPath(first.id)
          : null
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
    },
  })
  const clients = form.watch('clients')
  const opened = form.watch('matter')
  return (
    <form {...form.props} className="grid gap-5">
      {clients.map((_, at) => (
        <fieldset key={at} className="grid gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-semibold">{at === 0 ? 'Client' : `Joint client ${at}`}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="First name"
              required
              autoComplete="off"
              {...form.field(`clients.${at}.firstName`)}
            />
            <TextField
              label="Last name"
              required
              autoComplete="off"
              {...form.field(`clients.${at}.lastName`)}
            />
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
              onClick={() =>
                form.setValue(
                  'clients',
                  clients.filter((_, other) => other !== at),
                )
              }
            >
              Remove joint client {at}
            </Button>
          )}
        </fieldset>
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
      <FormFooter form={form} cancel={close}>
        {clients.length === 1 ? 'Send invitation' : `Send ${counted(clients.length, 'invitation')}`}
      </FormFooter>
    </form>
  )
}

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

type Invited = Pick<ClientFile, 'id' | 'firstName' | 'lastName' | 'email' | 'invitedAt'>

/** Invites a client again who has never signed in, and says when they were last invited. */
export const InviteAgain = ({ client }: { client: Invited }) => {
  const [isOpen, setOpen] = useState(false)
  const [path, setPath] = useState<string | null>(null)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {client.invitedAt ? 'Send invitation again' : 'Send invitation'}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Invite ${fullName(client)}`}
        description={
          client.invitedAt
            ? 'They’ll get a new link for choosing a password. The one you sent before stops working.'
            : 'They’ll get a link for choosing a password.'
        }
        size="small"
      >
        {isOpen && <AgainForm client={client} close={() => setOpen(false)} share={setPath} />}
      </Dialog>
      {path !== null && (
        <ShareLinks unsent={{ invitations: [{ to: fullName(client), path }], goOn: () => setPath(null) }} />
      )}
    </>
  )
}

interface AgainFormProps {
  client: Invited
  close: () => void
  share: (path: string) => void
}

const AgainForm = ({ client: { id, email }, close, share }: AgainFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(clientInvitations.resend, {
    start: { id, email },
    done: async (sent) => {
      close()
      if (sent.path !== null) share(sent.path)
      else toast({ title: 'Invitation sent', description: sent.email, variant: 'success' })
      await refresh(cache, [firm.client, lists.clients, matterTabs.summary])
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        label="Email"
        type="email"
        required
        hint="Correct it here if the first one was wrong"
        autoComplete="off"
        {...form.field('email')}
      />
      <FormFooter form={form} cancel={close}>
        Send invitation
      </FormFooter>
    </form>
  )
}
