import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { Composer } from '#web/ui/fields/composer.tsx'
import { DocumentTitle } from '#web/ui/layout/page.tsx'
import { useAsking, useSuggestions } from './hooks.ts'
import { AssistantHeader } from './parts/header.tsx'
import { Transcript } from './parts/transcript.tsx'

/** Questions to Obi, and answers that say where they come from. */
export const AssistantPage = () => {
  const panel = useRoomAboveKeyboard()
  const { data: suggestions } = useSuggestions()
  const talk = useAsking()
  useAskedElsewhere(talk.ask)
  return (
    <div ref={panel} className={panelClass}>
      <DocumentTitle>AI chat</DocumentTitle>
      <AssistantHeader />
      <Transcript talk={talk} />
      <Composer
        topics={suggestions ?? []}
        onSay={(words) => void talk.ask(words)}
        onStop={talk.isBusy ? talk.stop : undefined}
      />
    </div>
  )
}

/** `/ai-chat?q=…` asks at once: a tip leads here with its question. Going back does not ask again. */
const useAskedElsewhere = (ask: (question: string) => Promise<void>) => {
  const [search, setSearch] = useSearchParams()
  const isAsked = useRef(false)
  const question = search.get('q')
  useEffect(() => {
    if (question === null || question.trim() === '' || isAsked.current) return
    isAsked.current = true
    setSearch({}, { replace: true })
    void ask(question.slice(0, 300))
  })
}

// As high as the window leaves, so that the newest words and the field for the next stay together.
const panelClass =
  'mx-auto flex min-h-80 w-full max-w-205 flex-col bg-paper md:h-[calc(100dvh-4rem)] md:min-h-120 md:rounded-xl md:border md:border-line ' +
  'max-md:-mx-4.5 max-md:-my-5 max-md:h-[calc(100dvh-61px-3.5rem-env(safe-area-inset-bottom))] max-md:w-auto ' +
  'data-covered:fixed data-covered:inset-x-0 data-covered:z-35 data-covered:m-0 data-covered:min-h-0'
