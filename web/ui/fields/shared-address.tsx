import { Copy, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { QrCode } from '../data/qr-code.tsx'
import { toast } from '../overlays/toast.ts'
import { TextField } from './text-field.tsx'

interface SharedAddressProps {
  address: string
  label: string
  hint: string
  /** Accessible name of the QR code. */
  pictureLabel: string
  /** What to do with the address, shown once it has been copied. */
  copied: string
  /** Above the address. */
  children?: ReactNode
}

/** An address to open on another device: to scan, to copy, and to share if this device can. */
export const SharedAddress = ({
  address,
  label,
  hint,
  pictureLabel,
  copied,
  children,
}: SharedAddressProps) => {
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Link copied', description: copied, variant: 'success' })
  }
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-sunken p-4">
      <QrCode address={address} label={pictureLabel} />
      <div className="grid min-w-0 flex-1 basis-60 gap-3">
        {children}
        <TextField
          label={label}
          hint={hint}
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy link
          </Button>
          {'share' in navigator && (
            <Button
              size="small"
              icon={<Share2 />}
              // Closing the device's share menu rejects the promise, but is not an error.
              onClick={() => void navigator.share({ url: address }).catch(() => {})}
            >
              Share
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
