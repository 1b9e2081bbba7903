import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateTimeText } from '#web/platform/clock.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** A form below a message: on a phone it takes the place below the sign of Obi too. */
export const formPlace = 'w-full max-w-[34rem] max-md:-ml-11.25 max-md:w-[calc(100%+2.8125rem)]'

/** One thing that was said, and by whom. */
export const Entry = ({ by, children }: { by: 'client' | 'obi'; children: ReactNode }) => (
  <div data-entry={by}>{children}</div>
)

/** What Obi says, and below it what it can be answered with. */
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

/** What the client said; `note` is how it stands where it is not with the portal yet. */
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

/** Something is being worked on; the words beside it say what. */
export const Dots = () => (
  <span aria-hidden className="inline-flex gap-1">
    {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
      <span key={delay} className={`size-1.5 animate-pulse rounded-full bg-edge ${delay}`} />
    ))}
  </span>
)
