import type { AssistantMessage } from '#contract/assistant/assistant.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ChatEntry, ClientSays, Dots, ObiSays } from '#web/ui/data/chat-bubbles.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useAutoscroll } from '#web/ui/layout/autoscroll.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { type Asking, type useAsking, useMessages } from '../hooks.ts'
import { BelowAnswer, Words } from './answer.tsx'

type Chat = ReturnType<typeof useAsking>

/** All questions and answers, oldest first. */
export const Transcript = ({ chat }: { chat: Chat }) => {
  const { data, error, refetch } = useMessages()
  const messages = data?.toReversed() ?? []
  const firstDraft = messages.find(({ answer }) => answer?.citations.some(({ isDraft }) => isDraft))
  const { asking } = chat
  const log = useAutoscroll([messages.at(-1)?.id, asking?.question, asking?.fault].join(' '))
  return (
    <div
      ref={log}
      role="log"
      aria-label="Conversation with Obi"
      aria-busy={chat.isBusy}
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4.5 py-5 -outline-offset-2 md:px-6"
    >
      <div className="grid gap-4">
        {!data && !error && <Spinner words="Loading your conversation" />}
        {error && (
          <ObiSays words={error.message} below={<Button onClick={() => void refetch()}>Try again</Button>} />
        )}
        {data && messages.length === 0 && !asking && <Greeting />}
        {messages.map((message) => (
          <Said
            key={message.id}
            message={message}
            isLast={message === messages.at(-1) && !asking}
            notesDraft={message === firstDraft}
          />
        ))}
        {asking && <Current asking={asking} chat={chat} />}
      </div>
    </div>
  )
}

const Greeting = () => (
  <ObiSays words="Hello, I'm Obi. Ask me about your documents, payments, appointments or what happens next, and I'll show you where the answer comes from." />
)

interface SaidProps {
  message: AssistantMessage
  isLast: boolean
  notesDraft: boolean
}

const Said = ({ message, isLast, notesDraft }: SaidProps) => {
  const { content, answer, createdAt, isUser } = message
  if (isUser)
    return (
      <ChatEntry by="client">
        <ClientSays at={createdAt} words={content} />
      </ChatEntry>
    )
  return (
    <ChatEntry by="obi">
      <ObiSays
        at={createdAt}
        words={<Words>{content}</Words>}
        below={answer && <BelowAnswer {...{ message, answer, isLast, notesDraft }} />}
      />
    </ChatEntry>
  )
}

const Current = ({ asking, chat }: { asking: Asking; chat: Chat }) => {
  const { question, words, fault } = asking
  return (
    <>
      <ChatEntry by="client">
        <ClientSays words={question} />
      </ChatEntry>
      {fault === null ? (
        // Screen readers announce the whole answer once, as single words would be noise.
        <div aria-live="off">
          <ObiSays words={words === '' ? <Thinking /> : <Words>{words}</Words>} />
        </div>
      ) : (
        <ChatEntry by="obi">
          <ObiSays
            words={fault}
            below={<Again onAgain={() => void chat.ask(question)} onLeave={chat.drop} />}
          />
        </ChatEntry>
      )}
    </>
  )
}

const Again = ({ onAgain, onLeave }: { onAgain: () => void; onLeave: () => void }) => (
  <div className="flex gap-2" data-answers tabIndex={-1}>
    <Button onClick={onAgain}>Try again</Button>
    <Button variant="ghost" onClick={onLeave}>
      Cancel
    </Button>
  </div>
)

const Thinking = () => (
  <span className="inline-flex h-6 items-center">
    <Dots />
    <VisuallyHidden>Obi is looking it up</VisuallyHidden>
  </span>
)
