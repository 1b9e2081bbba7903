import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { urlOf } from '#contract/kit.ts'
import { pages } from '#contract/pages.ts'
import { type SignatureRequest, signatures } from '#contract/signatures.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useCheckedSignatures } from '../hooks.ts'
import { EventList } from './event-list.tsx'
import { Findings } from './findings.tsx'
import { SignatureTable } from './signature-table.tsx'

interface SignaturesDialogProps {
  request: SignatureRequest
  /** The button that opens it. */
  trigger: ReactElement
}

/** Who signed a document, and whether that still holds. */
export const SignaturesDialog = ({ request, trigger }: SignaturesDialogProps) => (
  <Dialog
    size="large"
    trigger={trigger}
    title="Signatures"
    description={<bdi className="[overflow-wrap:anywhere]">{request.name}</bdi>}
  >
    <AsyncBoundary failure="Failed to fetch signatures" skeleton={<TableSkeleton />}>
      <Checked request={request} />
    </AsyncBoundary>
  </Dialog>
)

const Checked = ({ request: { id } }: { request: SignatureRequest }) => {
  const checked = useCheckedSignatures(id)
  return (
    <div className="grid gap-5">
      <SignatureTable checked={checked} />
      <Findings checked={checked} />
      {checked[0] && <EventList events={checked[0].events} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <ButtonAnchor href={urlOf(signatures.signedCopy, { id })} icon={<Download />}>
          Download signed copy
        </ButtonAnchor>
        <ButtonLink variant="link" to={pages.verify}>
          Check a file yourself
        </ButtonLink>
      </div>
    </div>
  )
}

const TableSkeleton = () => (
  <SkeletonGroup words="Checking the signatures">
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-40 w-full" />
  </SkeletonGroup>
)
