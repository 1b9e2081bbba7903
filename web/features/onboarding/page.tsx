import { useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { Composer } from '#web/ui/fields/composer.tsx'
import { DocumentTitle } from '#web/ui/layout/page.tsx'
import { ChatHeader } from './parts/chat-header.tsx'
import { SessionDialog } from './parts/session-dialog.tsx'
import { Transcript } from './parts/transcript.tsx'
import { useTalk } from './talk.ts'

/** The conversation in which a new client shows who they are. */
export const OnboardingPage = () => {
  const talk = useTalk()
  const { conversation, modal, outbox } = talk
  const panel = useRoomAboveKeyboard()
  return (
    <div ref={panel} className={panelClass}>
      <DocumentTitle>Verify your identity</DocumentTitle>
      <ChatHeader progress={conversation.progress} />
      <Transcript talk={talk} />
      {conversation.stage !== 'complete' && (
        <Composer
          topics={conversation.suggestedTopics}
          onSay={(words) => outbox.say(words)}
          onType={talk.stay}
        />
      )}
      <SessionDialog url={modal.url} onClose={modal.close} onNews={modal.look} />
    </div>
  )
}

// On a phone it fills what its header and its tabs leave of the window; with the keyboard open, all that is left.
const panelClass =
  'mx-auto flex min-h-80 w-full max-w-205 flex-col bg-paper md:h-[calc(100dvh-4rem)] md:min-h-120 md:rounded-xl md:border md:border-line ' +
  'max-md:-mx-4.5 max-md:-my-5 max-md:h-[calc(100dvh-61px-3.5rem-env(safe-area-inset-bottom))] max-md:w-auto ' +
  'data-covered:fixed data-covered:inset-x-0 data-covered:z-35 data-covered:m-0 data-covered:min-h-0'
