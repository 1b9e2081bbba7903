import { useQueryClient } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** For administrators: opens the file of a client whom colleagues look after. */
export const JoinTeam = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UserSearch />} onClick={() => setOpen(true)}>
        Work with another client
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Work with another client"
        description="Clients whom colleagues look after aren’t in your list. Enter a client’s email address to join their team. The people who work with them are told."
      >
        {isOpen && <JoinForm close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

const JoinForm = ({ close }: { close: () => void }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useCommandForm(firm.joinTeam, {
    start: { email: '' },
    done: async ({ id }) => {
      await refresh(cache, [firm.clients, lists.clients])
      close()
      void navigate(clientPath(id))
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Client’s email address" type="email" autoComplete="off" {...form.field('email')} />
      <AskingFormFooter form={form} cancel={close}>
        Join the team
      </AskingFormFooter>
    </form>
  )
}
