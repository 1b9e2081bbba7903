import { useMemo } from 'react'
import type { ChatMessage } from '#contract/onboarding/chat.ts'
import { ClientSays, Dots, Entry, ObiSays } from '#web/ui/data/chat-bubbles.tsx'
import { useAutoscroll } from '#web/ui/layout/autoscroll.ts'
import type { Talk } from '../talk.ts'
import { Answering } from './answering.tsx'
import { FileName, Told } from './told.tsx'
import { Troubles } from './troubles.tsx'
import { OnItsWay, Unsent } from './unsent.tsx'

/** Everything that was said, what is on its way, and what can be answered now. */
export const Transcript = ({ talk }: { talk: Talk }) => {
  const { conversation, live, outbox, sending, modal } = talk
  const { messages, isReading } = conversation
  const log = useAutoscroll(
    [messages.at(-1)?.id, outbox.items.length, sending.file?.name, isReading, modal.url].join(' '),
  )
  return (
    <div
      ref={log}
      role="log"
      aria-label="Conversation with Obi"
      // The keyboard scrolls it.
      tabIndex={0}
      className="relative min-h-0 flex-1 scroll-pt-4 scroll-pb-5 overflow-y-auto overscroll-contain px-4.5 py-5 -outline-offset-2 md:px-6"
    >
      <div className="grid gap-4">
        {messages.map((message) =>
          message.isUser ? (
            <Entry key={message.id} by="client">
              <ClientSays at={message.timestamp} words={<Mine message={message} />} />
            </Entry>
          ) : (
            <Entry key={message.id} by="obi">
              {message.id === live?.id ? (
                <Live talk={talk} message={message} />
              ) : (
                <Earlier message={message} />
              )}
            </Entry>
          ),
        )}
        <Unsent talk={talk} />
        <OnItsWay sending={sending} />
        <Troubles talk={talk} />
      </div>
    </div>
  )
}

const Mine = ({ message: { content, attachmentType } }: { message: ChatMessage }) =>
  attachmentType === null ? content : <FileName>{content}</FileName>

/** What was answered keeps its words alone: the answer follows as the client's own. */
const Earlier = ({ message }: { message: ChatMessage }) =>
  useMemo(() => <ObiSays at={message.timestamp} words={<Told {...message} />} />, [message])

const Live = ({ talk, message }: { talk: Talk; message: ChatMessage }) => {
  const { stage, isReading } = talk.conversation
  const isAtWork = isReading || message.actionType === 'typing' || stage === 'verification_progress'
  const words = (
    <>
      <Told {...message} />
      {isAtWork && !talk.making.hasFailed && (
        <span className="ml-2.5">
          <Dots />
        </span>
      )}
    </>
  )
  return <ObiSays at={message.timestamp} words={words} below={<Answering talk={talk} message={message} />} />
}
