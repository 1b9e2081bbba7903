import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { type QueueKind, queued } from '#contract/queue.ts'
import { useMay } from '#web/platform/session.ts'
import { isForPage } from '#web/platform/shortcuts.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const undo = { name: 'Undo, for ten seconds', value: 'U' }
// What was requested again can't be undone: the client has been told.
const undoOfCheck = { name: 'Undo Accept or Snooze, for ten seconds', value: 'U' }

const decidingKeys: Record<QueueKind, { name: string; value: string }[]> = {
  document: [{ name: 'Accept', value: 'A' }, { name: 'Reject', value: 'R' }, undo],
  check: [{ name: 'Accept', value: 'A' }, { name: 'Request again', value: 'R' }, undoOfCheck],
  compliance: [{ name: 'Decide', value: 'A' }, undo],
}
const queueKeys = [
  { name: 'Snooze', value: 'S' },
  { name: 'Assign', value: 'I' },
]
const keys = [
  { name: 'Next', value: 'J or →' },
  { name: 'Previous', value: 'K or ←' },
  { name: 'Search', value: 'Ctrl K' },
  { name: 'Show these keys', value: '?' },
]

const listKeys = [{ name: 'Start with the first', value: 'J' }, undo, ...keys.slice(2)]

/** The keyboard shortcuts of the page, shown by a button or by "?". Without a kind, those of the list itself. */
export const Shortcuts = ({ kind }: { kind?: QueueKind }) => {
  const mayRead = useMay()
  useShortcuts()
  const pageKeys = (of: QueueKind) =>
    mayRead(queued[of].action) ? [...decidingKeys[of], ...queueKeys, ...keys] : keys
  return (
    <Dialog
      size="small"
      title="Keyboard shortcuts"
      trigger={
        <Button
          variant="ghost"
          size="small"
          icon={<Keyboard />}
          aria-keyshortcuts="?"
          className="max-md:hidden"
        >
          Keys
        </Button>
      }
    >
      <DescriptionList facts={kind ? pageKeys(kind) : listKeys} />
    </Dialog>
  )
}

/** A key presses the button or link that declares it, unless the focused element needs that key. */
const useShortcuts = () => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || !isForPage(event)) return
      const { key } = event
      const wanted = key.length === 1 ? key.toLowerCase() : key
      // Toasts handle their own keys, on every page.
      const named = [
        ...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]:not([data-toast-action])'),
      ].find((element) => element.getAttribute('aria-keyshortcuts')?.split(' ').includes(wanted))
      if (!named) return
      event.preventDefault()
      named.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
