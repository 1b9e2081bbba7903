import { Search as SearchIcon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { chunk } from '#web/shell/chunk.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'

const dialog = chunk<{ close: () => void }>(async () => (await import('./dialog.tsx')).SearchDialog)

/** The dialog's code is fetched when it is first opened. */
const Opened = ({ close }: { close: () => void }) => (
  <Suspense>
    <dialog.Part close={close} />
  </Suspense>
)

/** The search in the phone's header. */
export const SearchButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Search" icon={<SearchIcon />} onClick={() => setOpen(true)} />
      {isOpen && <Opened close={() => setOpen(false)} />}
    </>
  )
}

/** The search in the sidebar. Ctrl K opens it from anywhere. */
export const SearchEntry = ({ className }: { className: string }) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button type="button" className={className} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <SearchIcon />
        <span className="flex-1 text-left">Search</span>
        <span aria-hidden className="text-sm">
          Ctrl K
        </span>
      </button>
      {isOpen && <Opened close={() => setOpen(false)} />}
    </>
  )
}
