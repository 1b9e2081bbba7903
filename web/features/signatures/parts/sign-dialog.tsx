import type { SignatureRequest } from '#contract/signatures.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SigningRoom } from './signing-room.tsx'

interface SignDialogProps {
  request: SignatureRequest
  close: () => void
}

/** A document to read and sign, over the page. */
export const SignDialog = ({ request, close }: SignDialogProps) => (
  <Dialog
    open
    size="large"
    onOpenChange={(isOpen) => isOpen || close()}
    title={<bdi className="[overflow-wrap:anywhere]">{request.name}</bdi>}
    description={`Sent by ${request.sentBy}`}
  >
    <SigningRoom request={request} cancel={close} done={close} />
  </Dialog>
)
