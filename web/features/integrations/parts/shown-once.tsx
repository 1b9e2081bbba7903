import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'

interface ShownOnceProps {
  label: string
  secret: string
  words: string
  close: () => void
}

/** A secret that is told once: it stays until whoever reads it says that they have it. */
export const ShownOnce = ({ label, secret, words, close }: ShownOnceProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <div className="grid gap-4">
      <p>{words}</p>
      <TextField label={label} readOnly value={secret} onFocus={({ target }) => target.select()} />
      <DialogFooter>
        <Button icon={<Copy />} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="primary" onClick={close}>
          I've stored it
        </Button>
      </DialogFooter>
      <p role="status" className="sr-only">
        {isCopied ? `${label} copied` : ''}
      </p>
    </div>
  )
}
