import { SendHorizontal, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { withoutHiddenInProse } from '#contract/kit/text.ts'
import { counted } from '#web/platform/clock.ts'
import { IconButton } from '../actions/icon-button.tsx'

interface AskObiProps {
  topics: readonly string[]
  onSay: (words: string) => void
  /** Called for each change of the text, whether or not it is sent. */
  onType?: () => void
  /** Set while an answer streams in. The button then stops it, and the typed text waits. */
  onStop?: (() => void) | undefined
}

/** Asks Obi a question at any time, typed or one of the usual topics. */
export const AskObi = ({ topics, onSay, onType, onStop }: AskObiProps) => {
  const [text, setText] = useState('')
  const faultId = useId()
  const words = withoutHiddenInProse(text).trim()
  const surplus = words.length - longestQuestion
  const say = () => {
    if (words === '' || surplus > 0 || onStop) return
    onSay(words)
    setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    say()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    say()
  }
  return (
    <div className="grid flex-none gap-2.5 border-t border-line bg-surface px-3.5 pt-2.5 pb-3.5 md:rounded-b-xl md:px-5">
      {topics.length > 0 && <Topics topics={topics} onSay={onSay} />}
      <form
        onSubmit={submit}
        className="flex items-end gap-2 rounded-xl border border-edge bg-paper py-1.25 pr-1.25 pl-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand"
      >
        <textarea
          aria-label="Message to Obi"
          placeholder="Ask Obi anything…"
          rows={1}
          dir="auto"
          aria-invalid={surplus > 0 || undefined}
          aria-describedby={surplus > 0 ? faultId : undefined}
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onType?.()
          }}
          onKeyDown={press}
          className="field-sizing-content max-h-32 min-h-[38px] flex-1 resize-none bg-transparent py-2 leading-normal outline-none placeholder:text-ink-soft max-md:text-[1rem] touch:min-h-11 touch:py-2.5"
        />
        {onStop ? (
          <IconButton variant="primary" label="Stop" icon={<Square />} onClick={onStop} />
        ) : (
          <IconButton type="submit" variant="primary" label="Send" icon={<SendHorizontal />} />
        )}
      </form>
      <p id={faultId} className="text-sm text-stop empty:hidden">
        {surplus > 0 && `Please shorten this: it’s ${counted(surplus, 'character')} too long`}
      </p>
      {/* Read out once, when the limit is passed: the number above changes with each key. */}
      <p role="alert" className="sr-only">
        {surplus > 0 && 'This is too long to send'}
      </p>
    </div>
  )
}

/** As many characters as Obi takes at once. */
const longestQuestion = 2000

const Topics = ({ topics, onSay }: Pick<AskObiProps, 'topics' | 'onSay'>) => (
  <div
    role="group"
    aria-label="Suggested topics"
    className="-mx-3.5 flex gap-2 overflow-x-auto px-3.5 py-1 [scrollbar-width:none] md:-mx-5 md:px-5 lg:mx-0 lg:flex-wrap lg:gap-1.5 lg:px-0.5 in-data-covered:hidden"
  >
    {topics.map((topic) => (
      <button
        key={topic}
        type="button"
        onClick={() => onSay(topic)}
        className="h-8 flex-none rounded-full border border-line bg-sunken px-3 text-xs font-semibold text-ink-soft transition-colors duration-150 hover:border-edge hover:text-ink touch:h-11"
      >
        {topic}
      </button>
    ))}
  </div>
)
