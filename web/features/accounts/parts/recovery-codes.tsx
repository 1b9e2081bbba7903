import { Copy, Download, Printer } from 'lucide-react'
import { use } from 'react'
import { dateText, now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { usePrintSheet } from '#web/ui/layout/print-sheet.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useUser } from '../hooks.ts'

interface RecoveryCodeListProps {
  codes: readonly string[]
  onDone: () => void
}

/** The codes, this once: to copy, print or save before they are gone. */
export const RecoveryCodeList = ({ codes, onDone }: RecoveryCodeListProps) => {
  const site = use(SiteName)
  const { username } = useUser()
  const title = `Recovery codes: ${username}, ${site}`
  const text = [title, dateText(now()), '', ...codes, '', once].join('\n')
  const { sheet, printIt } = usePrintSheet(
    <div className="grid gap-4 p-8">
      <h1>{title}</h1>
      <p>{dateText(now())}</p>
      <Codes codes={codes} />
      <p>{once}</p>
    </div>,
  )
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({
      title: 'Codes copied',
      description: 'Keep them somewhere only you can see them.',
      variant: 'success',
    })
  }
  return (
    <div className="grid gap-5">
      <Callout tone="warn" title="Save these codes now. We won't show them again.">
        If you lose your phone, each code works once. Without them, only we can help you.
      </Callout>
      <Codes codes={codes} />
      <div className="flex flex-wrap gap-2.5">
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon={<Printer />} onClick={printIt}>
          Print
        </Button>
        <Button icon={<Download />} onClick={() => save(text)}>
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I've saved them
        </Button>
      </DialogFooter>
      {sheet}
    </div>
  )
}

const once = 'Each code works once.'

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul
    aria-label="Recovery codes"
    className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-lg border border-line bg-sunken px-5 py-4 min-[400px]:grid-cols-2"
  >
    {codes.map((code) => (
      <li key={code} className="figures font-mono text-base tracking-wide">
        {code}
      </li>
    ))}
  </ul>
)

const save = (text: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
