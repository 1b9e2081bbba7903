import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { formPlace } from '#web/ui/data/chat-bubbles.tsx'
import { Card } from '#web/ui/layout/card.tsx'

interface ChatFormProps {
  /** What `useRulesForm` knows of the form. */
  form: {
    props: { ref: RefObject<HTMLFormElement | null>; noValidate: boolean; 'aria-busy': boolean }
    problems: readonly { message: string }[]
    fault: string | undefined
  }
  label: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/**
 * A form of the chat. When it comes, and whenever it says what is wrong, it is brought into sight with its button, and
 * with what can be done instead of it where there is room. One that is taller than the place begins with why it is asked.
 */
export const ChatForm = ({ form: { props, problems, fault }, label, onSubmit, children }: ChatFormProps) => {
  const place = useRef<HTMLDivElement>(null)
  const said = [fault, ...problems.map(({ message }) => message)].join()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const log = element.closest<HTMLElement>('[role="log"]')
    // Whoever pressed while the conversation was still gliding is not carried on past what is wrong.
    if (log && said !== '') log.style.scrollBehavior = 'auto'
    if (log && element.offsetHeight > log.clientHeight) {
      const start = said === '' ? newsBefore(element) : element
      // The page around the conversation stays where it is.
      log.scrollTop += start.getBoundingClientRect().top - log.getBoundingClientRect().top - margin
    } else {
      element.parentElement?.scrollIntoView({ block: 'end' })
      element.scrollIntoView({ block: 'nearest' })
    }
  }, [said])
  return (
    <div ref={place} className={formPlace}>
      <Card>
        <form
          {...props}
          tabIndex={-1}
          data-answers
          onSubmit={onSubmit}
          aria-label={label}
          className="grid gap-5 outline-none"
        >
          {children}
        </form>
      </Card>
    </div>
  )
}

/** Above what a long form begins with, in pixels. */
const margin = 16

/** The first that was said since the client's own last words, down to a form. */
const newsBefore = (form: HTMLElement) => {
  let entry = form.closest<HTMLElement>('[data-entry]') ?? form
  for (let before = entry.previousElementSibling; before?.matches('[data-entry="obi"]'); ) {
    entry = before as HTMLElement
    before = entry.previousElementSibling
  }
  return entry
}
