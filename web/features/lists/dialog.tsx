import { useQueryClient } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { confirmationDays } from '#contract/accounts/accounts.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { type ClientFile, firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { fullName } from '#contract/kit/names.ts'
import { useHasMailServer } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { UnsentInvitations } from '#web/ui/overlays/unsent-invitations.tsx'
import { InviteForm, type Unsent } from './parts/invite-form.tsx'

/** Invites new clients, one or several for the same case. */
export const InviteClients = ({ isMain = false }: { isMain?: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const sendsEmail = useHasMailServer()
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
            : 'This portal sends no email, so we’ll open an account for them and give you a link to pass on. They choose a password with it.'
        }
      >
        {isOpen && <InviteForm close={() => setOpen(false)} share={setUnsent} />}
      </Dialog>
      {unsent && <ShareLinks unsent={unsent} />}
    </>
  )
}

const ShareLinks = ({ unsent: { invitations, goOn } }: { unsent: Unsent }) => (
  <Dialog open onOpenChange={goOn} title={invitations.length === 1 ? 'Share this link' : 'Share these links'}>
    <UnsentInvitations invitations={invitations} close={goOn}>
      {invitations.length === 1 ? 'It works' : 'Each works'} once, for {confirmationDays} days, and can’t be
      shown again.
    </UnsentInvitations>
  </Dialog>
)

type Invited = Pick<ClientFile, 'id' | 'firstName' | 'lastName' | 'email' | 'invitedAt'>

/** What a new invitation is called: without a mail server the portal makes a link, and sends nothing. */
const againWords = (wasInvited: boolean, sendsEmail: boolean) =>
  sendsEmail
    ? {
        button: wasInvited ? 'Send invitation again' : 'Send invitation',
        dialog: wasInvited
          ? 'They’ll get a new link for choosing a password. The one you sent before stops working.'
          : 'They’ll get a link for choosing a password.',
        submit: 'Send invitation',
      }
    : {
        button: wasInvited ? 'Create a new link' : 'Create link',
        dialog: wasInvited
          ? 'You’ll get a new link to pass on. The earlier one stops working.'
          : 'You’ll get a link to pass on. They choose a password with it.',
        submit: 'Create link',
      }

interface InviteAgainProps {
  client: Invited
  /** The look of a link, beside a line of text. */
  isQuiet?: boolean
}

/** Invites a client again who has never signed in. */
export const InviteAgain = ({ client, isQuiet = false }: InviteAgainProps) => {
  const [isOpen, setOpen] = useState(false)
  const [path, setPath] = useState<string | null>(null)
  const words = againWords(client.invitedAt !== null, useHasMailServer())
  return (
    <>
      <Button
        size="small"
        variant={isQuiet ? 'link' : 'secondary'}
        data-print="hide"
        aria-label={`${words.button} for ${fullName(client)}`}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Invite ${fullName(client)}`}
        description={words.dialog}
        size="small"
      >
        {isOpen && (
          <AgainForm client={client} label={words.submit} close={() => setOpen(false)} share={setPath} />
        )}
      </Dialog>
      {path !== null && (
        <ShareLinks unsent={{ invitations: [{ to: fullName(client), path }], goOn: () => setPath(null) }} />
      )}
    </>
  )
}

interface AgainFormProps {
  client: Invited
  label: string
  close: () => void
  share: (path: string) => void
}

const AgainForm = ({ client: { id, email }, label, close, share }: AgainFormProps) => {
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
      <AskingFormFooter form={form} cancel={close}>
        {label}
      </AskingFormFooter>
    </form>
  )
}
