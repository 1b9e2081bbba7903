import type { Case } from '#contract/cases.ts'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { useCloseCase } from '../hooks.ts'

interface CloseConfirmProps {
  one: Case | null
  done: () => void
}

export const CloseConfirm = ({ one, done }: CloseConfirmProps) => {
  const { close, isPending } = useCloseCase()
  return (
    <Confirm
      open={one !== null}
      onOpenChange={done}
      title="Close this case?"
      description={
        <span className="wrap-anywhere">
          {one?.title} ({one?.reference}) will be closed, and your legal team will be told. If this is a
          mistake, an administrator can undo it.
        </span>
      }
      confirmLabel="Close Case"
      busy={isPending}
      onConfirm={() => one && close(one.id, done)}
    />
  )
}
