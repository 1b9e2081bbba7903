import type { ReactNode } from 'react'
import type { Case, CaseId } from '#contract/cases.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface CaseDialogProps {
  id: CaseId | null
  /** Those that can be opened: it is called by its title before more is known of it. */
  cases: Pick<Case, 'id' | 'title'>[]
  close: () => void
  details: (id: CaseId) => ReactNode
}

/** Around what either side reads of a case; open while one is named. */
export const CaseDialog = ({ id, cases, close, details }: CaseDialogProps) => (
  <Dialog
    open={id !== null}
    onOpenChange={close}
    title={<span className="wrap-anywhere">{cases.find((one) => one.id === id)?.title ?? 'Case'}</span>}
    description="Case details"
  >
    {id && (
      <AsyncBoundary key={id} skeleton={<SkeletonCard rows={4} />}>
        {details(id)}
      </AsyncBoundary>
    )}
  </Dialog>
)
