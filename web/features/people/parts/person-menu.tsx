import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#contract/names.ts'
import { type Person, people, roleWords, type StaffRole } from '#contract/people.ts'
import { useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'

interface PersonMenuProps {
  person: Person
  /** Who may take over the clients. */
  colleagues: Person[]
}

const otherRole: Record<StaffRole, StaffRole> = { fee_earner: 'administrator', administrator: 'fee_earner' }

/** What an administrator can change about a person of the firm. */
export const PersonMenu = ({ person, colleagues }: PersonMenuProps) => {
  const { id } = useUser()
  const [open, setOpen] = useState<'role' | 'leave' | null>(null)
  const close = () => setOpen(null)
  const reactivate = useCommand(people.reactivate, { refreshes: [people.list] })
  const name = fullName(person)
  const comeBack = () =>
    reactivate.mutate(
      { id: person.id },
      {
        onSuccess: () => toast({ title: 'Can sign in again', description: name, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
      },
    )
  return (
    <>
      <Menu align="end" trigger={<IconButton label={`Change ${name}`} icon={<EllipsisVertical />} />}>
        {person.deactivatedAt ? (
          <MenuItem onSelect={comeBack}>Reactivate</MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => setOpen('role')}>
              {`Make ${person.role === 'administrator' ? 'a fee earner' : 'an administrator'}`}
            </MenuItem>
            <MenuItem destructive disabled={person.id === id} onSelect={() => setOpen('leave')}>
              Deactivate
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'role' && <RoleConfirm person={person} close={close} />}
      {open === 'leave' && <DeactivateDialog person={person} colleagues={colleagues} close={close} />}
    </>
  )
}

const RoleConfirm = ({ person, close }: { person: Person; close: () => void }) => {
  const role = otherRole[person.role]
  const name = fullName(person)
  const change = useCommand(people.changeRole, { refreshes: [people.list] })
  const confirm = () =>
    change.mutate(
      { id: person.id, role },
      {
        onSuccess: () =>
          toast({ title: 'Role changed', description: `${name}: ${roleWords[role]}`, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not changed', description: message, variant: 'error' }),
        onSettled: close,
      },
    )
  return (
    <Confirm
      open
      onOpenChange={close}
      title={`Make ${name} ${role === 'administrator' ? 'an administrator' : 'a fee earner'}?`}
      description={
        role === 'administrator'
          ? "They'll see every client, invite people and change the firm's settings. They'll need to sign in again."
          : "They'll only see the clients assigned to them. They'll need to sign in again."
      }
      confirmLabel="Change role"
      busy={change.isPending}
      onConfirm={confirm}
    />
  )
}
