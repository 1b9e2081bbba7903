import { Printer } from 'lucide-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '../actions/button.tsx'

/**
 * Prints this content instead of the page. An open dialog is only as tall as the window, so the content is rendered
 * outside it, and everything else is hidden while printing.
 */
export function usePrintSheet(content: ReactNode) {
  const element = useRef<HTMLDivElement>(null)
  const [isPrinting, setPrinting] = useState(false)
  const printIt = () => {
    flushSync(() => setPrinting(true))
    const others = [...document.body.children].filter((child) => child !== element.current)
    const hide = (isHidden: boolean) => {
      for (const other of others) other.classList.toggle('print:hidden', isHidden)
    }
    const end = () => {
      hide(false)
      setPrinting(false)
    }
    hide(true)
    addEventListener('afterprint', end, { once: true })
    print()
  }
  const paper = (
    <div ref={element} aria-hidden data-print="sheet" className="hidden print:block">
      {content}
    </div>
  )
  return { sheet: isPrinting && createPortal(paper, document.body), printIt }
}

/** Prints the page; the button itself is not on the paper. */
export const PrintButton = ({ label = 'Print' }: { label?: string }) => (
  <span data-print="hide">
    <Button icon={<Printer />} onClick={() => print()}>
      {label}
    </Button>
  </span>
)

let isPrinting = false
let listeners = 0

const listen = (listener: () => void) => {
  // At once: the browser takes the page as it is when the event ends.
  const tell = (isNow: boolean) => () => {
    isPrinting = isNow
    flushSync(listener)
  }
  const [start, stop] = [tell(true), tell(false)]
  listeners += 1
  addEventListener('beforeprint', start)
  addEventListener('afterprint', stop)
  return () => {
    removeEventListener('beforeprint', start)
    removeEventListener('afterprint', stop)
    listeners -= 1
    // Nobody would hear the end.
    if (listeners === 0) isPrinting = false
  }
}

/** Returns whether the page is being printed. Nothing can be opened on paper, so everything must be open. */
export const useIsPrinting = () => useSyncExternalStore(listen, () => isPrinting)
