import type { Person } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AbsenceForm } from './absence-form.tsx'

interface AbsenceDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** An administrator says it for somebody who is ill and cannot. */
export const AbsenceDialog = ({ person, colleagues, close }: AbsenceDialogProps) => (
  <Dialog
    open
    onOpenChange={close}
    title={`Time away: ${fullName(person)}`}
    description="Their clients will see that they're away, and who is looking after their case."
  >
    <AbsenceForm
      id={person.id}
      absence={person.absence}
      colleagues={colleagues.filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))}
      done={close}
    />
  </Dialog>
)
