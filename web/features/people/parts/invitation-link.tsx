import { Copy } from 'lucide-react'
import { useState } from 'react'
import { invitationDays } from '#contract/firm/people.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'

interface InvitationLinkProps {
  email: string
  path: string
  close: () => void
}

/** The link of an invitation where no mail leaves the portal: it is told once. */
export const InvitationLink = ({ email, path, close }: InvitationLinkProps) => {
  const address = new URL(path, location.origin).href
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <div className="grid gap-4">
      <p>
        No mail server is set up, so the invitation wasn't emailed. Give this link to{' '}
        <b className="wrap-anywhere">{email}</b>. It works once, for {invitationDays} days, and can't be shown
        again.
      </p>
      <TextField label="Invitation link" readOnly value={address} onFocus={({ target }) => target.select()} />
      <DialogFooter>
        <Button icon={<Copy />} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
      <p role="status" className="sr-only">
        {isCopied ? 'The link was copied' : ''}
      </p>
    </div>
  )
}
