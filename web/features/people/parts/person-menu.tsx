import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'

interface PersonMenuProps {
  person: Person
  /** Who may take over the clients. */
  colleagues: Person[]
}

/** What an administrator can change about a person of the firm. */
export const PersonMenu = ({ person, colleagues }: PersonMenuProps) => {
  const { id } = useUser()
  const [open, setOpen] = useState<'roles' | 'away' | 'leave' | null>(null)
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
            <MenuItem onSelect={() => setOpen('roles')}>Change roles</MenuItem>
            {looksAfterClients(person.roles) && (
              <MenuItem onSelect={() => setOpen('away')}>Time away</MenuItem>
            )}
            <MenuItem destructive disabled={person.id === id} onSelect={() => setOpen('leave')}>
              Deactivate
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'roles' && <RolesDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'away' && <AbsenceDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'leave' && <DeactivateDialog person={person} colleagues={colleagues} close={close} />}
    </>
  )
}
