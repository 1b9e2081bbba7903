import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { DialogFooter } from './dialog.tsx'

export interface UnsentInvitation {
  /** Whom the link is for: a name, or an email address. */
  to: string
  path: string
}

interface UnsentInvitationsProps {
  invitations: readonly UnsentInvitation[]
  /** How long a link works: "It works once, for seven days, and can't be shown again." */
  children: ReactNode
  close: () => void
}

/** Shows the links of invitations once, if the portal sends no email, so that whoever invites can pass them on. */
export const UnsentInvitations = ({ invitations, children, close }: UnsentInvitationsProps) => (
  <div className="grid gap-4">
    <p>
      {invitations.length === 1
        ? "No mail server is set up, so the invitation wasn't emailed. Give this link to "
        : "No mail server is set up, so the invitations weren't emailed. Give each person their link. "}
      {invitations.length === 1 && (
        <>
          <b className="wrap-anywhere">{invitations[0]?.to}</b>.{' '}
        </>
      )}
      {children}
    </p>
    {invitations.map((invitation) => (
      <InvitationLink key={invitation.path} invitation={invitation} isAlone={invitations.length === 1} />
    ))}
    <DialogFooter>
      <Button variant="primary" onClick={close}>
        Done
      </Button>
    </DialogFooter>
  </div>
)

interface InvitationLinkProps {
  invitation: UnsentInvitation
  /** Whether nobody else is invited with them, so that the link needs no name. */
  isAlone?: boolean
}

/** A link to pass on, with a button that copies it. */
export const InvitationLink = ({ invitation: { to, path }, isAlone = false }: InvitationLinkProps) => {
  const address = new URL(path, location.origin).href
  const [isCopied, setCopied] = useState(false)
  const label = isCopied ? 'Copied' : 'Copy link'
  const copy = () => void navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <div className="min-w-60 flex-1">
        <TextField
          label={isAlone ? 'Invitation link' : `Link for ${to}`}
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <Button icon={<Copy />} aria-label={isAlone ? undefined : `${label}: ${to}`} onClick={copy}>
        {label}
      </Button>
      <p role="status" className="sr-only">
        {isCopied ? 'The link was copied' : ''}
      </p>
    </div>
  )
}
