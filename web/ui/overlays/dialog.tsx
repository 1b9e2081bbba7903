import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { classes } from '../classes.ts'
import { FormFault } from '../feedback/callout.tsx'
import { clearNotice } from '../feedback/notice.tsx'

export interface DialogProps {
  /** Leave both out if `trigger` opens it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button that opens it. Focus returns to it. */
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** 440, 560 or 820 px. On phones it is always a sheet from below. */
  size?: 'small' | 'medium' | 'large'
  /** Buttons at its end, the main one last. */
  footer?: ReactNode
  /** False while something runs that must not be lost: outside presses and Escape are ignored. */
  dismissible?: boolean
  /** Opens with the focus in its first text field instead of on Close, for a dialog that is there to write in. */
  startsInField?: boolean
  children?: ReactNode
}

/** A question or a task over the page. On phones it is a sheet that comes from below. */
export const Dialog = ({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  size = 'medium',
  footer,
  dismissible = true,
  startsInField = false,
  children,
}: DialogProps) => {
  const returnFocus = useReturnFocus(trigger !== undefined)
  const { questions, change } = useAskedClose(onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...(!dismissible && stayOpen)}
          {...returnFocus}
          {...(startsInField && {
            onOpenAutoFocus: (event) => {
              returnFocus.onOpenAutoFocus()
              focusField(event)
            },
          })}
          className={dialogClass(size)}
        >
          <Opening />
          <div className="dialog-head flex items-start justify-between gap-4">
            <Radix.Title className="min-w-0 text-[clamp(1.125rem,6.4vw,1.5625rem)]">{title}</Radix.Title>
            {dismissible && (
              <Radix.Close asChild>
                <Button variant="ghost" size="small" className="-mt-0.5 -mr-3 touch:-my-2 touch:-mr-4">
                  Close
                </Button>
              </Radix.Close>
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="mt-1 whitespace-pre-line text-ink-soft">
              {description}
            </Radix.Description>
          )}
          <CloseQuestions value={questions}>
            {children && <div className="mt-5">{children}</div>}
          </CloseQuestions>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Asks the latest of the questions of what the dialog holds instead of closing it. */
const useAskedClose = (onOpenChange: DialogProps['onOpenChange']) => {
  const [questions] = useState(() => new Set<CloseQuestion>())
  const change = (isOpen: boolean) => {
    const ask = isOpen ? undefined : [...questions].at(-1)
    if (ask) ask(() => onOpenChange?.(false))
    else onOpenChange?.(isOpen)
  }
  return { questions, change }
}

/** What is asked instead of closing the dialog around it. `close` closes it after all. */
type CloseQuestion = (close: () => void) => void
const CloseQuestions = createContext<Set<CloseQuestion> | null>(null)

/** While closing would stop or lose something, has the dialog around it ask. Not of a dialog with a trigger. */
export const useCloseQuestion = (isNeeded: boolean, ask: CloseQuestion) => {
  const questions = use(CloseQuestions)
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!isNeeded || !questions) return
    const question: CloseQuestion = (close) => askNow(close)
    questions.add(question)
    return () => void questions.delete(question)
  }, [isNeeded, questions])
}

/**
 * Gives focus back to what had it when a dialog without a trigger opened, or to the page's heading if that is gone.
 * Without this it would be lost, and a keyboard would start again at the top of the page.
 */
export const useReturnFocus = (hasTrigger: boolean) => {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      if (hasTrigger) return
      event.preventDefault()
      const isPlaced = document.activeElement !== document.body
      if (isPlaced) return
      const isThere = opener.current?.isConnected && opener.current !== document.body
      const target = isThere ? opener.current : document.querySelector('h1')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}

/** Clears the notice, which would cover the Close button. Someone who opens a dialog has read it. */
const Opening = () => {
  useEffect(clearNotice, [])
  return null
}

/**
 * The row of buttons at the end of a dialog, or of a form inside one. It stays in view while the content above scrolls.
 */
export const DialogFooter = ({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} className="dialog-foot mt-6 flex flex-wrap justify-end gap-2.5 max-sm:flex-col">
    {children}
  </div>
)

export interface FormFooterProps {
  /** What a command form returns, or the same of another one. */
  form: { fault: string | undefined; busy: boolean }
  cancel: () => void
  destructive?: boolean
  /** The label of the button that submits. */
  children: ReactNode
}

/**
 * The end of a form in a dialog: what is wrong with all of it, the way out, and the button that submits. What is wrong is
 * scrolled into view, because the button stays in view wherever a long form is scrolled to.
 */
export const FormFooter = ({ form, cancel, destructive = false, children }: FormFooterProps) => {
  const { fault, busy } = form
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault !== undefined && !busy)
      foot.current?.previousElementSibling?.scrollIntoView?.({ block: 'nearest' })
  }, [fault, busy])
  return (
    <>
      <FormFault>{fault}</FormFault>
      <DialogFooter ref={foot}>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={busy}>
          {children}
        </Button>
      </DialogFooter>
    </>
  )
}

/** As high as the dialogs themselves, so that the one below is dimmed too when a question opens over it. */
export const scrimClass =
  'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

const widths = { small: 'sm:w-110', medium: 'sm:w-140', large: 'sm:w-205' }

export const dialogClass = (size: keyof typeof widths) =>
  classes(
    'fixed z-50 overflow-y-auto overscroll-contain border border-line bg-surface p-(--pad) shadow-2',
    'scroll-pt-20 scroll-pb-24 max-sm:scroll-pb-44 [--pad:1.25rem] sm:[--pad:1.75rem]',
    'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-b-0',
    'max-sm:max-h-[max(50dvh,min(92dvh,calc(100dvh-var(--toasts,0px)-0.5rem)))]',
    'max-sm:pb-[max(var(--pad),env(safe-area-inset-bottom))] max-sm:data-[state=open]:animate-sheet-up',
    'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:max-w-[calc(100vw-2rem)] sm:rounded-xl',
    'sm:data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
    widths[size],
  )

const focusField = (event: Event) => {
  const dialog = event.target
  if (!(dialog instanceof Element)) return
  const field = dialog.querySelector<HTMLElement>('textarea, input[type=text], input:not([type])')
  if (!field) return
  event.preventDefault()
  field.focus()
}

const stayOpen = {
  onEscapeKeyDown: (event: Event) => event.preventDefault(),
  onInteractOutside: (event: Event) => event.preventDefault(),
}

interface SheetProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** The title is read out, but not drawn. */
  hideTitle?: boolean
  side?: 'left' | 'right'
  /** False for a menu or a list of links: whoever prints with it open wants the page below. */
  isPrinted?: boolean
  children: ReactNode
}

const sides = {
  left: 'left-0 w-72 max-w-[85vw] border-r data-[state=open]:animate-sheet-left',
  right: 'right-0 w-120 max-w-full border-l data-[state=open]:animate-sheet-right',
}

/** A panel that slides in from the side: the phone's menu on the left, a form on the right. */
export const Sheet = ({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  hideTitle = false,
  side = 'left',
  isPrinted = true,
  children,
}: SheetProps) => {
  const onPaper = isPrinted ? undefined : 'hide'
  const returnFocus = useReturnFocus(trigger !== undefined)
  const { questions, change } = useAskedClose(onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} data-print={onPaper} />
        <Radix.Content
          data-print={onPaper}
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...returnFocus}
          className={classes(
            'fixed inset-y-0 z-50 flex flex-col overflow-y-auto overscroll-contain border-line bg-surface p-(--pad) shadow-2',
            'scroll-pt-20 scroll-pb-24 pb-[max(var(--pad),env(safe-area-inset-bottom))] [--pad:1.25rem] data-[state=closed]:animate-fade-out',
            sides[side],
          )}
        >
          <div className="dialog-head mb-5 flex items-start justify-between gap-4">
            <div className={classes(hideTitle && 'sr-only')}>
              <Radix.Title className="text-[1.4375rem]">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 whitespace-pre-line text-ink-soft">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X />} className="-my-1.5 -mr-2 ml-auto touch:-my-2.5" />
            </Radix.Close>
          </div>
          <CloseQuestions value={questions}>{children}</CloseQuestions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
