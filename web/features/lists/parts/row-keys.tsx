import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { isForPage } from '#web/platform/shortcuts.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const keys = [
  { name: 'Next row', value: 'J' },
  { name: 'Previous row', value: 'K' },
  { name: 'Open the row', value: 'Enter' },
  { name: 'Select the row', value: 'X' },
  { name: 'Search the list', value: '/' },
  { name: 'Search everything', value: 'Ctrl K' },
]

/** Lists the keyboard shortcuts of a list. */
export const RowKeysDialog = () => (
  <Dialog
    size="small"
    title="Keyboard shortcuts"
    trigger={
      <Button variant="ghost" icon={<Keyboard />} aria-keyshortcuts="?" className="max-md:hidden">
        Keys
      </Button>
    }
  >
    <DescriptionList facts={keys} />
  </Dialog>
)

/** The keyboard shortcuts of a list: move between rows, select a row, go to the search. */
export const useRowKeys = (toggle: (id: string) => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event
      if (!isForPage(event)) return
      if (key === '/' || key === '?') {
        event.preventDefault()
        const named = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
        if (key === '/') named?.focus()
        else named?.click()
        return
      }
      const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
      const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
      if (key === 'j' || key === 'k') links[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)]?.focus()
      const row = links[at]?.dataset['rowLink']
      if (key === 'x' && row !== undefined) toggle(row)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
