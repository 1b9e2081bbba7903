import { useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { useLogout } from '#web/platform/session.ts'
import { hasUnsaved } from '#web/platform/storage.ts'
import { Confirm } from '#web/ui/overlays/confirm.tsx'

/** Signs out and leads to `to`, but asks first if that deletes something that this device could not save yet. */
export const useLogOut = ({ id }: Pick<User, 'id'>, to?: { to: string }) => {
  const logout = useLogout(to)
  const [isAsking, setAsking] = useState(false)
  const leave = () => logout.mutate()
  return {
    isLeaving: logout.isPending,
    logOut: () => (hasUnsaved(id) ? setAsking(true) : leave()),
    question: (
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Log out without saving?"
        description="Some of your answers couldn’t be saved yet, and logging out deletes them from this device. To save them, open the form again here."
        confirmLabel="Log out"
        cancelLabel="Stay logged in"
        destructive
        onConfirm={leave}
      />
    ),
  }
}
