import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateTimeText } from '#web/platform/clock.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** Classes of a form below a message. On a phone, the form also uses the space below Obi's icon. */
export const chatFormClass = 'w-full max-w-[34rem] max-md:-ml-11.25 max-md:w-[calc(100%+2.8125rem)]'

/** One message of the conversation, with its author. */
export const ChatEntry = ({ by, children }: { by: 'client' | 'obi'; children: ReactNode }) => (
  <div data-entry={by}>{children}</div>
)

/** A message from Obi. `below` holds the ways to answer it. */
export const ObiSays = ({ at, words, below }: { at?: Date; words: ReactNode; below?: ReactNode }) => (
  <div className="grid animate-rise-in grid-cols-[2.125rem_minmax(0,1fr)] gap-x-2.75">
    <span className="grid size-8.5 place-items-center rounded-full bg-brass-tint text-brass">
      <Sparkles aria-hidden />
    </span>
    <div className="grid min-w-0 justify-items-start gap-3">
      <div
        title={at && dateTimeText(at)}
        className="max-w-[34rem] rounded-xl rounded-bl-sm border border-line bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line"
      >
        <VisuallyHidden>Obi: </VisuallyHidden>
        {words}
      </div>
      {below}
    </div>
  </div>
)

/** A message from the client. `note` is its state if the portal has not received it yet. */
export const ClientSays = ({ at, words, note }: { at?: Date; words: ReactNode; note?: ReactNode }) => (
  <div className="grid animate-rise-in justify-items-end gap-1.5">
    <div
      title={at && dateTimeText(at)}
      className="max-w-[85%] rounded-xl rounded-br-sm bg-brand px-4 py-2.5 wrap-anywhere whitespace-pre-line text-on-brand md:max-w-[34rem]"
    >
      <VisuallyHidden>You: </VisuallyHidden>
      {words}
    </div>
    {note}
  </div>
)

/** Shows that something is in progress. The words beside it say what. */
export const Dots = () => (
  <span aria-hidden className="inline-flex gap-1">
    {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
      <span key={delay} className={`size-1.5 animate-pulse rounded-full bg-edge ${delay}`} />
    ))}
  </span>
)
