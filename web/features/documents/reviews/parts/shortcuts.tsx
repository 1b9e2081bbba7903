import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const deciding = [
  { name: 'Accept', value: 'A' },
  { name: 'Reject', value: 'R' },
  { name: 'Snooze', value: 'S' },
]
const keys = [
  { name: 'Next document', value: 'J or →' },
  { name: 'Previous document', value: 'K or ←' },
  { name: 'Show these keys', value: '?' },
]

/** The keys of the page, shown by a button or by "?". */
export const Shortcuts = () => {
  const mayDecide = useMay()('documents.decide')
  useShortcuts()
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
      <DescriptionList facts={mayDecide ? [...deciding, ...keys] : keys} />
    </Dialog>
  )
}

/** A key presses the button or link that names it, unless the key is needed where the focus is. */
const useShortcuts = () => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const isElsewhere =
        document.querySelector('[role=dialog]') !== null ||
        (target instanceof Element && target.closest('input, textarea, select') !== null)
      if (isElsewhere || altKey || ctrlKey || metaKey) return
      const wanted = key.length === 1 ? key.toLowerCase() : key
      const named = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find((element) =>
        element.getAttribute('aria-keyshortcuts')?.split(' ').includes(wanted),
      )
      if (!named) return
      event.preventDefault()
      named.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
