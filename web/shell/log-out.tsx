import { use, useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { useLogout } from '#web/platform/session.ts'
import { hasUnsaved } from '#web/platform/storage.ts'
import { UnsavedOnPage } from '#web/platform/unload-question.ts'
import { Confirm } from '#web/ui/overlays/confirm.tsx'

const lost = {
  answers:
    'Some of your answers couldn’t be saved yet, and logging out deletes them from this device. To save them, open the form again here.',
  page: 'What you changed on this page isn’t saved yet, and logging out discards it.',
}

/** Signs out and leads to `to`, but asks first if that loses something that is on this page or this device only. */
export const useLogOut = ({ id }: Pick<User, 'id'>, to?: { to: string }) => {
  const logout = useLogout(to)
  const unsaved = use(UnsavedOnPage)
  const [isAsking, setAsking] = useState(false)
  const [description, describe] = useState(lost.answers)
  const leave = () => logout.mutate()
  const ask = (loss: string) => {
    describe(loss)
    setAsking(true)
  }
  return {
    isLeaving: logout.isPending,
    logOut: () => {
      if (hasUnsaved(id)) ask(lost.answers)
      else if (unsaved?.size) ask(lost.page)
      else leave()
    },
    question: (
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Log out without saving?"
        description={description}
        confirmLabel="Log out"
        cancelLabel="Stay logged in"
        destructive
        onConfirm={leave}
      />
    ),
  }
}
