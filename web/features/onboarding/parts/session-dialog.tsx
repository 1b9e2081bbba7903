import { useEffect, useEffectEvent } from 'react'
import { SharedAddress } from '#web/ui/fields/shared-address.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { hearCapture } from '../capture/message.ts'
import { canHandOff } from '../session.ts'

interface SessionDialogProps {
  /** The address of the session's own page, ours or the partner's; null while closed. */
  url: string | null
  onClose: () => void
  /** Something has happened inside, so that it is worth asking how the session stands. */
  onNews: () => void
}

/** The verification session over the chat. It closes when the conversation has gone on, or by hand. */
export const SessionDialog = ({ url, onClose, onNews }: SessionDialogProps) => {
  const hear = useEffectEvent((says: string) => (says === 'closing' ? onClose() : onNews()))
  useEffect(() => hearCapture((says) => hear(says)), [])
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(open) => open || onClose()}
      title="Your verification"
      size="large"
    >
      {url !== null && (
        <div className="grid gap-4">
          <iframe
            src={url}
            title="Verification session"
            allow="camera; fullscreen"
            className="h-[min(66dvh,44rem)] w-full rounded-lg border border-line bg-paper max-sm:h-[calc(92dvh-6.5rem)]"
          />
          {canHandOff(location) && <HandOff address={new URL(url, location.origin).href} />}
        </div>
      )}
    </Dialog>
  )
}

/** The same session on a phone, beside something larger; this page goes on by itself when the phone is done. */
const HandOff = ({ address }: { address: string }) => (
  <div className="max-sm:hidden">
    <SharedAddress
      address={address}
      label="Prefer to use your phone?"
      hint="Scan the code with your phone's camera, or open this link there. It works for 30 minutes, and this page updates by itself."
      pictureLabel="QR code to continue on your phone"
      copied="Open it on your phone to carry on there."
    />
  </div>
)
