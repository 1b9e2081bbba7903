import { Sparkles, Trash2, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useFirm } from '#web/platform/firm.ts'
import { useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { AskObi } from '#web/ui/fields/ask-obi.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { useAsking, useClear, useMessages, useSuggestions } from './hooks.ts'
import { HandOver } from './parts/answer.tsx'
import { Transcript } from './parts/transcript.tsx'

/** A chat with Obi, whose answers cite their sources. */
export const AssistantPage = () => {
  const panel = useRoomAboveKeyboard()
  const { data: suggestions } = useSuggestions()
  const chat = useAsking()
  useQuestionInAddress(chat.ask)
  return (
    <div ref={panel} className={panelClass}>
      <DocumentTitle>AI chat</DocumentTitle>
      <AssistantHeader />
      <Transcript chat={chat} />
      <AskObi
        topics={suggestions ?? []}
        onSay={(words) => void chat.ask(words)}
        onStop={chat.isBusy ? chat.stop : undefined}
      />
    </div>
  )
}

/** Asks the question of `/ai-chat?q=…` at once, for links in tips and answers. Going back does not ask it again. */
const useQuestionInAddress = (ask: (question: string) => Promise<void>) => {
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const askedAt = useRef<string>(null)
  const question = search.get('q')
  useEffect(() => {
    if (question === null || question.trim() === '' || askedAt.current === key) return
    askedAt.current = key
    setSearch({}, { replace: true })
    void ask(question.slice(0, 300))
  })
}

// As tall as the window allows, so that the newest message and the input field stay together.
const panelClass =
  'mx-auto flex min-h-80 w-full max-w-205 flex-col bg-paper md:h-[calc(100dvh-4rem)] md:min-h-120 md:rounded-xl md:border md:border-line ' +
  'max-md:-mx-4.5 max-md:-my-5 max-md:h-[calc(100dvh-61px-3.5rem-env(safe-area-inset-bottom))] max-md:w-auto ' +
  'data-covered:fixed data-covered:inset-x-0 data-covered:z-35 data-covered:m-0 data-covered:min-h-0'

/** Says who answers and from what, with a button to reach a person. */
const AssistantHeader = () => {
  const { name } = useFirm()
  return (
    <header className="flex flex-none items-center gap-3 border-b border-line bg-surface px-4.5 py-3.5 md:rounded-t-xl md:px-6">
      <span className="grid size-9.5 flex-none place-items-center rounded-full bg-brass-tint text-brass">
        <Sparkles aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1">
        <PageHeading className="font-sans! text-base leading-tight font-semibold! tracking-normal!">
          AI chat with Obi
        </PageHeading>
        <p className="text-sm text-ink-soft max-md:hidden">
          Answers from {name}'s articles and your own file. No legal advice.
        </p>
        <p className="text-sm text-ink-soft md:hidden">No legal advice</p>
      </div>
      <HandOver trigger={<IconButton label="Ask a person" icon={<UserRound />} />} />
      <Clear />
    </header>
  )
}

const Clear = () => {
  const [isOpen, setOpen] = useState(false)
  const { data: messages } = useMessages()
  const clear = useClear()
  if (!messages || messages.length === 0) return null
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label="Clear conversation" icon={<Trash2 />} />}
      title="Clear this conversation?"
      description="Your questions and Obi's answers will be deleted. Your team keeps anything you've passed to them."
      confirmLabel="Clear conversation"
      destructive
      busy={clear.isPending}
      onConfirm={() => clear.mutate({}, { onSuccess: () => setOpen(false) })}
    />
  )
}
