import { AlertDialog as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type LeaveWords, useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '../actions/button.tsx'
import {
  DialogFooter,
  dialogClass,
  FormFooter,
  type FormFooterProps,
  scrimClass,
  useCloseQuestion,
  useReturnFocus,
} from './dialog.tsx'

export interface ConfirmProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Shows the confirm button in red, for what cannot be undone. */
  destructive?: boolean
  /** While true, Cancel and Escape are ignored. The dialog stays until the parent sets `open` to false. */
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks before something happens. Focus starts on Cancel, and a press outside does not close it. */
export const Confirm = ({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  busy = false,
  onConfirm,
  children,
}: ConfirmProps) => {
  const returnFocus = useReturnFocus(trigger !== undefined)
  return (
    <Radix.Root open={open} onOpenChange={busy ? undefined : onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content {...returnFocus} className={dialogClass('small')}>
          <Radix.Title className="text-[1.4375rem]">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
          {children && <div className="mt-4">{children}</div>}
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={destructive ? 'destructive' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface DiscardQuestionProps extends Pick<ConfirmProps, 'open' | 'onOpenChange' | 'onConfirm'> {
  title: string
  description: string
}

/** Asks before what was typed into a dialog is lost. Its state is that of `useDiscardQuestion`. */
export const DiscardQuestion = (props: DiscardQuestionProps) => (
  <Confirm {...props} confirmLabel="Discard changes" cancelLabel="Keep editing" destructive />
)

/** The Cancel of a dialog that is there to write in: it closes at once if nothing was changed, and asks otherwise. */
export const useDiscardQuestion = (isChanged: boolean, close: () => void) => {
  const [isLeaving, setLeaving] = useState(false)
  return {
    cancel: () => (isChanged ? setLeaving(true) : close()),
    question: { open: isLeaving, onOpenChange: setLeaving, onConfirm: close },
  }
}

/**
 * Asks before what was typed or chosen in the dialog around it is lost, however the dialog is closed or its page left.
 * `question` is of a `Confirm` beside it; `leave` is for a button of its own that closes the dialog.
 */
export const useLossQuestion = (isUnsaved: boolean, words: LeaveWords) => {
  const [held, setHeld] = useState<{ close: () => void } | null>(null)
  const [isGivenUp, setGivenUp] = useState(false)
  const ask = (close: () => void) => setHeld({ close })
  useUnloadQuestion(isUnsaved && !isGivenUp, { words })
  useCloseQuestion(isUnsaved && !isGivenUp, ask)
  const close = useEffectEvent(() => held?.close())
  // Only once the frame knows: a dialog that has an address closes by leaving it, and the frame would ask again.
  useEffect(() => {
    if (isGivenUp) close()
  }, [isGivenUp])
  return {
    leave: (closeNow: () => void) => (isUnsaved ? ask(closeNow) : closeNow()),
    question: {
      ...words,
      open: held !== null && isUnsaved && !isGivenUp,
      onOpenChange: () => setHeld(null),
      onConfirm: () => setGivenUp(true),
      destructive: true,
    },
  }
}

interface WrittenForm {
  busy: boolean
  formState: { isDirty: boolean }
}

/** The question before what was entered into a form in a dialog is lost. */
export const useFormLossQuestion = ({ busy, formState: { isDirty } }: WrittenForm) =>
  // What is being sent is not lost, and what follows it may leave the page.
  useLossQuestion(isDirty && !busy, discardWords)

const discardWords = {
  title: 'Discard what you entered?',
  description: 'It will be lost. Nothing has been saved or sent.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
}

interface AskingFormFooterProps extends FormFooterProps {
  form: FormFooterProps['form'] & WrittenForm
}

/** The end of a form in a dialog that is there to write in. However the dialog is closed, it asks before that is lost. */
export const AskingFormFooter = ({ form, cancel, ...rest }: AskingFormFooterProps) => {
  const { question, leave } = useFormLossQuestion(form)
  return (
    <>
      <FormFooter {...rest} form={form} cancel={() => leave(cancel)} />
      <Confirm {...question} />
    </>
  )
}
