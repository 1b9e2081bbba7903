import { useEffect, useEffectEvent, useState } from 'react'
import type { UserId } from '#contract/accounts.ts'
import type { Contact } from '#contract/messages.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { clearTyping, useIsTyping } from '#web/platform/typing-indicator.ts'
import { useColleagues, useTalk } from '../hooks.ts'
import type { Outbox } from '../outbox.ts'
import { useReading } from '../presence.ts'
import { rowsOf } from '../rows.ts'
import { Composer } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { Timeline } from './timeline.tsx'

interface ConversationProps {
  contact: Contact
  outbox: Outbox
  /** On a phone: back to the list. */
  onBack?: (() => void) | undefined
}

/** The conversation with one contact; an administrator may look at a colleague's instead. */
export const Conversation = ({ contact, outbox, onBack }: ConversationProps) => {
  const user = useUser()
  const colleagues = useColleagues(contact.id, { enabled: user.role === 'administrator' })
  const [chosen, setChosen] = useState<UserId | null>(null)
  const other = contact.canWrite ? undefined : colleagues[0]?.id
  const memberId = chosen ?? other ?? user.id
  return (
    <section
      aria-label={`Conversation with ${nameOf(contact)}`}
      className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <ConversationHeader
        contact={contact}
        colleagues={colleagues}
        memberId={memberId}
        onMember={setChosen}
        onBack={onBack}
      />
      <Talk key={memberId} contact={contact} outbox={outbox} memberId={memberId} colleagues={colleagues} />
    </section>
  )
}

interface TalkProps {
  contact: Contact
  outbox: Outbox
  memberId: UserId
  colleagues: ReturnType<typeof useColleagues>
}

const Talk = ({ contact, outbox, memberId, colleagues }: TalkProps) => {
  const user = useUser()
  const isOwn = memberId === user.id || user.role === 'client'
  const { messages, isWhole, older } = useTalk({
    contactId: contact.id,
    ...(!isOwn && { memberId }),
  })
  useArrived(messages, outbox)
  const outgoing = isOwn ? outbox.items.filter(({ receiverId }) => receiverId === contact.id) : []
  const [firstNew] = useState(
    () => messages.findLast(({ isRead, receiverId }) => !isRead && receiverId === user.id)?.id ?? null,
  )
  useReading(messages, { readerId: user.id })
  const rows = rowsOf({ messages, isWhole, outgoing, ownId: user.id, firstNew })
  const member = colleagues.find(({ id }) => id === memberId)
  const names = { contact: nameOf(contact), other: isOwn || !member ? 'You' : nameOf(member) }
  return (
    <>
      <Timeline
        rows={rows}
        contact={contact}
        names={names}
        history={{ isWhole, older }}
        onAgain={outbox.sendAgain}
        onDrop={outbox.drop}
      />
      <div className="border-t border-line">
        <Heard contact={contact} newest={messages[0]} />
        {contact.canWrite && isOwn ? (
          <Composer contact={contact} onWrite={outbox.write} />
        ) : (
          <p className="px-5 py-4 text-sm text-ink-soft">{closedWords(contact, names.other, isOwn)}</p>
        )}
      </div>
    </>
  )
}

/** What could not be sent, as its sender was told, and has arrived all the same: its answer was lost. */
const useArrived = (messages: ReturnType<typeof useTalk>['messages'], { items, drop }: Outbox) => {
  const arrived = items.find(({ key, hasFailed }) => hasFailed && messages.some((said) => said.key === key))
  const dropArrived = useEffectEvent(drop)
  useEffect(() => {
    if (arrived) dropArrived(arrived.key)
  }, [arrived])
}

const closedWords = (contact: Contact, other: string, isOwn: boolean) => {
  if (!isOwn) return `You are reading what ${other} and ${nameOf(contact)} write. Only they can write here.`
  return `${nameOf(contact)} is no longer working with you. You can still read your messages here.`
}

/** What is read out as it happens: that somebody is typing, and what they said. */
const Heard = ({
  contact,
  newest,
}: {
  contact: Contact
  newest: ReturnType<typeof useTalk>['messages'][0] | undefined
}) => {
  const isTyping = useIsTyping(contact.id)
  const [opened] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== opened && newest.senderId === contact.id
  useEffect(() => {
    // What was being typed has come.
    if (isNews) clearTyping(contact.id)
  }, [isNews, newest?.id, contact.id])
  return (
    <>
      <p role="status" className="h-6 px-5 pt-1 text-xs text-ink-soft">
        {isTyping && `${contact.firstName} is typing…`}
      </p>
      <p role="log" aria-label="New messages" className="sr-only">
        {isNews && <span key={newest.id}>{`${nameOf(contact)}: ${newest.content}`}</span>}
      </p>
    </>
  )
}

const nameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
