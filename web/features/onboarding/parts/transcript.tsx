import { CloudOff, Paperclip } from 'lucide-react'
import { useMemo, useState } from 'react'
import { sessionWords } from '#contract/identity/session.ts'
import type { ChatMessage } from '#contract/onboarding/chat.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ChatEntry, ClientSays, Dots, ObiSays } from '#web/ui/data/chat-bubbles.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { useAutoscroll } from '#web/ui/layout/autoscroll.ts'
import { chatFallback } from '../copy.ts'
import type { LiveConversation } from '../live-conversation.ts'
import { AnswerControls } from './answer-controls.tsx'

/** All messages, the message or file that is being sent, and the ways to answer now. */
export const Transcript = ({ chat }: { chat: LiveConversation }) => {
  const { conversation, live, outbox, sending, modal } = chat
  const { messages, isReading } = conversation
  const log = useAutoscroll(
    [
      messages.at(-1)?.id,
      outbox.items.length,
      sending.file?.name,
      sending.troubleAt(live?.id),
      isReading,
      modal.url,
    ].join(' '),
  )
  return (
    <div
      ref={log}
      role="log"
      aria-label="Conversation with Obi"
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      className="relative min-h-0 flex-1 scroll-pt-4 scroll-pb-5 overflow-y-auto overscroll-contain px-4.5 py-5 -outline-offset-2 md:px-6"
    >
      <div className="grid gap-4">
        {messages.map((message) =>
          message.isUser ? (
            <ChatEntry key={message.id} by="client">
              <ClientSays at={message.timestamp} words={<Mine message={message} />} />
            </ChatEntry>
          ) : (
            <ChatEntry key={message.id} by="obi">
              {message.id === live?.id ? (
                <Live chat={chat} message={message} />
              ) : (
                <Earlier message={message} />
              )}
            </ChatEntry>
          ),
        )}
        <Unsent chat={chat} />
        <OnItsWay sending={sending} />
        <Troubles chat={chat} />
      </div>
    </div>
  )
}

const Mine = ({ message: { content, attachmentType } }: { message: ChatMessage }) =>
  attachmentType === null ? content : <FileName>{content}</FileName>

/** A message that was answered. Shows its text only, as the answer follows as the client's own message. */
const Earlier = ({ message }: { message: ChatMessage }) =>
  useMemo(() => <ObiSays at={message.timestamp} words={<MessageBody {...message} />} />, [message])

const Live = ({ chat, message }: { chat: LiveConversation; message: ChatMessage }) => {
  const { stage, isReading } = chat.conversation
  const isAtWork = isReading || message.actionType === 'typing' || stage === 'verification_progress'
  const words = (
    <>
      <MessageBody {...message} />
      {isAtWork && !chat.making.hasFailed && (
        <span className="ml-2.5">
          <Dots />
        </span>
      )}
    </>
  )
  return (
    <ObiSays at={message.timestamp} words={words} below={<AnswerControls chat={chat} message={message} />} />
  )
}

/** Errors in reaching the portal. They are shown where they are noticed, and not stored. */
const Troubles = ({ chat }: { chat: LiveConversation }) => {
  const { conversation, live, making, modal, watch, sending, completion } = chat
  const isUntold = watch.isInTrouble || (modal.check.isError && conversation.stage === 'upload_document')
  const askStatus = () => (modal.check.isError ? modal.check.mutate() : watch.retry())
  const trouble = sending.troubleAt(live?.id)
  return (
    <>
      {making.hasFailed && <Trouble words={sessionWords.notCreated} onAgain={making.retry} hasSupport />}
      {isUntold && <Trouble words={sessionWords.notTold} onAgain={askStatus} />}
      {trouble && (
        <ChatEntry by="obi">
          <Trouble words={trouble} />
        </ChatEntry>
      )}
      {completion.isError && (
        <Trouble
          words="I couldn't take you to your dashboard. I've kept everything you gave me."
          again="Go to Dashboard"
          onAgain={() => completion.mutate()}
          hasSupport
        />
      )}
    </>
  )
}

interface TroubleProps {
  words: string
  again?: string
  onAgain?: () => void
  hasSupport?: boolean
}

const Trouble = ({ words, again = 'Try again', onAgain, hasSupport = false }: TroubleProps) => {
  const [isReaching, setReaching] = useState(false)
  const below = (
    <div className="flex flex-wrap gap-2.5">
      {onAgain && (
        <Button variant="primary" onClick={onAgain}>
          {again}
        </Button>
      )}
      {hasSupport && !isReaching && <Button onClick={() => setReaching(true)}>Contact support</Button>}
      {isReaching && <FirmContactLine />}
    </div>
  )
  return <ObiSays words={words} below={below} />
}

const FileName = ({ children }: { children: string }) => (
  <span className="flex items-center gap-2">
    <Paperclip aria-hidden className="size-4!" />
    {children}
  </span>
)

const tones = { good: 'ok', wait: 'info', bad: 'warn' } as const

/** The text of a message with its summary and its badge. */
const MessageBody = ({ content, facts, badge }: Pick<ChatMessage, 'content' | 'facts' | 'badge'>) => {
  const mark = badge && <Badge tone={tones[badge.tone]}>{badge.words}</Badge>
  return (
    <>
      {content}
      {facts.length > 0 ? (
        <div className="mt-3 grid justify-items-start gap-3 rounded-lg border border-line px-3.5 py-3 whitespace-normal">
          <div className="w-full [&_dd]:min-w-0 [&_dt]:flex-none">
            <DescriptionList facts={facts.map(({ label, value }) => ({ name: label, value }))} />
          </div>
          {mark}
        </div>
      ) : (
        mark && <div className="mt-2.5">{mark}</div>
      )}
    </>
  )
}

/** The client's messages that the portal has not confirmed yet. */
const Unsent = ({ chat: { conversation, outbox } }: { chat: LiveConversation }) => {
  const known = new Set(conversation.messages.map(({ id }) => id))
  const { items, isCutOff, sendAgain } = outbox
  return (
    <>
      {items
        .filter(({ id }) => !known.has(id))
        .map(({ id, words, isRefused }) => (
          <ChatEntry key={id} by="client">
            <ClientSays
              words={words}
              note={isCutOff || isRefused ? <NotSent onAgain={sendAgain} /> : <Sending />}
            />
          </ChatEntry>
        ))}
      {items.some(({ isRefused }) => isRefused) && <ObiSays words={chatFallback} />}
    </>
  )
}

/** The file that is being sent, or waits for the network. */
const OnItsWay = ({ sending }: { sending: LiveConversation['sending'] }) => {
  const { file, percent, isCutOff, again } = sending
  if (!file) return null
  return (
    <ChatEntry by="client">
      <ClientSays
        words={<FileName>{file.name}</FileName>}
        note={
          isCutOff ? (
            <NotSent onAgain={again} />
          ) : (
            <div className="grid w-48 gap-1.5">
              <Progress size="thin" label={`Uploading ${file.name}`} value={percent} />
              <p className="figures text-right text-xs text-ink-soft">Uploading… {percent}%</p>
            </div>
          )
        }
      />
    </ChatEntry>
  )
}

const Sending = () => <p className="text-xs text-ink-soft">Sending…</p>

const NotSent = ({ onAgain }: { onAgain: () => void }) => (
  <p className="flex flex-wrap items-center justify-end gap-x-2 text-sm text-stop">
    <CloudOff aria-hidden className="size-4!" />
    <span>Not sent</span>
    <Button variant="link" onClick={onAgain}>
      Send again
    </Button>
  </p>
)
