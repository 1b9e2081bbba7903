import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { BookedWhileAway } from '#contract/appointments/appointments.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { EndSecondFactor } from '#web/features/accounts/support-reset/dialog.tsx'
import { useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AbsenceForm } from './absence-form.tsx'
import { BookedCallout } from './booked-while-away.tsx'
import { DeactivateDialog, HandClientsDialog } from './departure/deactivate-dialog.tsx'
import { RolesDialog } from './roles-fields.tsx'

interface PersonMenuProps {
  person: Person
  /** Staff who may take over the clients. */
  colleagues: Person[]
}

/** Actions of an administrator on a member of staff. */
export const PersonMenu = ({ person, colleagues }: PersonMenuProps) => {
  const { id } = useUser()
  const [open, setOpen] = useState<'roles' | 'away' | 'leave' | 'clients' | 'factor' | null>(null)
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
          <>
            {person.clients > 0 && (
              <MenuItem onSelect={() => setOpen('clients')}>Hand over their clients</MenuItem>
            )}
            <MenuItem onSelect={comeBack}>Reactivate</MenuItem>
          </>
        ) : (
          <>
            <MenuItem onSelect={() => setOpen('roles')}>Change roles</MenuItem>
            {looksAfterClients(person.roles) && (
              <MenuItem onSelect={() => setOpen('away')}>Time away</MenuItem>
            )}
            {person.isTwoFactorEnabled && person.id !== id && (
              <MenuItem onSelect={() => setOpen('factor')}>Lost their app and codes</MenuItem>
            )}
            <MenuItem destructive disabled={person.id === id} onSelect={() => setOpen('leave')}>
              Deactivate
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'roles' && <RolesDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'away' && <AbsenceDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'clients' && <HandClientsDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'factor' && <EndSecondFactor id={person.id} name={name} open onOpenChange={close} />}
      {open === 'leave' && <DeactivateDialog person={person} colleagues={colleagues} close={close} />}
    </>
  )
}

interface AbsenceDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Lets an administrator record an absence for someone who is too ill to do it. */
const AbsenceDialog = ({ person, colleagues, close }: AbsenceDialogProps) => {
  const [booked, setBooked] = useState<readonly BookedWhileAway[]>([])
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Time away: ${fullName(person)}`}
      description="Their clients will see that they're away, and who is looking after their case."
    >
      {booked.length > 0 ? (
        <>
          <BookedCallout booked={booked} />
          <DialogFooter>
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </DialogFooter>
        </>
      ) : (
        <AbsenceForm
          id={person.id}
          absence={person.absence}
          colleagues={colleagues.filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))}
          done={(found) => (found.length > 0 ? setBooked(found) : close())}
        />
      )}
    </Dialog>
  )
}
