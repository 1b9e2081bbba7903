import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { UserId } from '#contract/accounts/accounts.ts'
import { photographPath } from '#contract/accounts/photographs.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { may } from '#contract/kit/rights.ts'
import { type Contact, type Message, memberParameter } from '#contract/messages.ts'
import { logToConsole } from '#web/platform/console.ts'
import { useFirm } from '#web/platform/firm.ts'
import { clearTyping, useIsTyping } from '#web/platform/live.ts'
import { useUser } from '#web/platform/session.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { type Colleague, useColleagues, useConversation, useMarkMessageRead } from '../hooks.tsx'
import { Composer, type Outbox } from './composer.tsx'
import { rowsOf } from './message.tsx'
import { Timeline } from './timeline.tsx'
import { AwayNotice, ClosedFooter, nameOf } from './who-answers.tsx'

interface ConversationProps {
  contact: Contact
  outbox: Outbox
  /** Goes back to the list, on a phone. */
  onBack?: (() => void) | undefined
}

/**
 * The conversation with one contact. Someone who oversees messages, or covers for a colleague who is away, can read the
 * colleague's instead.
 */
export const Conversation = ({ contact, outbox, onBack }: ConversationProps) => {
  const user = useUser()
  const { colleagues, isLoading } = useColleagues(contact.id, { enabled: may(user.roles, 'messages.read') })
  const [params, setParams] = useSearchParams()
  const wantedId = params.get(memberParameter)
  const chosen = wantedId === user.id ? user.id : colleagues.find(({ id }) => id === wantedId)?.id
  const other = contact.canWrite ? undefined : colleagues[0]?.id
  const memberId = chosen ?? other ?? user.id
  const choose = (id: UserId) =>
    setParams({ with: contact.id, [memberParameter]: id }, { replace: true, preventScrollReset: true })
  return (
    <section
      aria-label={`Conversation with ${nameOf(contact)}`}
      className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <ConversationHeader
        contact={contact}
        colleagues={colleagues}
        memberId={memberId}
        onMember={choose}
        onBack={onBack}
      />
      {/* What is opened is marked as read, so the user's own conversation waits until it is known which one is asked for. */}
      {isLoading && wantedId !== null ? null : (
        <ConversationBody
          key={memberId}
          contact={contact}
          outbox={outbox}
          memberId={memberId}
          colleagues={colleagues}
          onMember={choose}
        />
      )}
    </section>
  )
}

interface ConversationBodyProps {
  contact: Contact
  outbox: Outbox
  memberId: UserId
  colleagues: Colleague[]
  onMember: (id: UserId) => void
}

const ConversationBody = ({ contact, outbox, memberId, colleagues, onMember }: ConversationBodyProps) => {
  const user = useUser()
  const isOwn = memberId === user.id || user.role === 'client'
  const { messages, isWhole, older } = useConversation({
    contactId: contact.id,
    ...(!isOwn && { memberId }),
  })
  useArrived(messages, outbox)
  const outgoing = isOwn ? outbox.items.filter(({ receiverId }) => receiverId === contact.id) : []
  const [firstNew] = useState(
    () => messages.findLast(({ isRead, receiverId }) => !isRead && receiverId === user.id)?.id ?? null,
  )
  const rows = rowsOf({ messages, isWhole, outgoing, ownId: user.id, firstNew })
  const member = colleagues.find(({ id }) => id === memberId)
  useReading(messages, { readerId: member?.isCovered ? memberId : user.id })
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
        {contact.away && <AwayNotice contact={contact} away={contact.away} />}
        {contact.canWrite && isOwn ? (
          <Composer contact={contact} onWrite={outbox.write} />
        ) : (
          <ClosedFooter
            contact={contact}
            colleague={isOwn ? undefined : member}
            onWrite={() => onMember(user.id)}
          />
        )}
      </div>
    </>
  )
}

/** Drops messages that seemed to have failed but did arrive: only their response was lost. */
const useArrived = (messages: ReturnType<typeof useConversation>['messages'], { items, drop }: Outbox) => {
  const arrived = items.find(({ key, hasFailed }) => hasFailed && messages.some((said) => said.key === key))
  const dropArrived = useEffectEvent(drop)
  useEffect(() => {
    if (arrived) dropArrived(arrived.key)
  }, [arrived])
}

/** Announces to screen readers that the contact is typing, and what they wrote. */
const Heard = ({
  contact,
  newest,
}: {
  contact: Contact
  newest: ReturnType<typeof useConversation>['messages'][0] | undefined
}) => {
  const isTyping = useIsTyping(contact.id)
  const [opened] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== opened && newest.senderId === contact.id
  useEffect(() => {
    // The message that the contact was typing has arrived.
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

interface ConversationHeaderProps {
  contact: Contact
  colleagues: Colleague[]
  memberId: UserId
  onMember: (id: UserId) => void
  onBack?: (() => void) | undefined
}

const ConversationHeader = (props: ConversationHeaderProps) => {
  const { contact, colleagues, onBack } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isPhone = onBack !== undefined
  useEffect(() => {
    // On a phone the conversation replaces the list that was pressed.
    if (isPhone) heading.current?.focus({ preventScroll: true })
  }, [isPhone])
  const name = fullName(contact)
  return (
    <header className="flex min-w-0 items-center gap-3 border-b border-line px-3 py-2.5 md:px-5">
      {onBack && <IconButton label="Back to contacts" icon={<ArrowLeft />} onClick={onBack} />}
      <Avatar name={name} photograph={photographPath(contact.photographId)} />
      <div className="grid min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} className="truncate text-[1.0625rem]" title={name}>
          <bdi>{name}</bdi>
        </h2>
        <Below contact={contact} />
      </div>
      {colleagues.length > 0 && <WhoseConversation {...props} />}
    </header>
  )
}

const Below = ({ contact }: { contact: Contact }) => {
  const { role } = useUser()
  const { expectedReply } = useFirm()
  if (role === 'client')
    return (
      <p className="truncate text-sm text-ink-soft">
        {contact.canWrite
          ? contact.away
            ? 'Away'
            : `Usually replies ${expectedReply}`
          : closedBelow(contact)}
      </p>
    )
  return (
    <p className="flex min-w-0 gap-2 text-sm text-ink-soft">
      <span className="truncate">{contact.email}</span>
      <span className="flex-none">
        <TextLink to={clientPath(contact.id)}>Client file</TextLink>
      </span>
    </p>
  )
}

/** Nobody answers the emails of a person who has left. */
const closedBelow = ({ successor, isReadByTeam, email }: Contact) =>
  successor || isReadByTeam ? 'No longer working with you' : email

/** Lets someone who may read colleagues' messages choose whose conversation with the client to read. */
const WhoseConversation = ({ contact, colleagues, memberId, onMember }: ConversationHeaderProps) => {
  const user = useUser()
  const isListed = colleagues.some(({ id }) => id === user.id)
  const own = contact.canWrite && !isListed ? [{ value: user.id as string, label: 'You' }] : []
  const choices = [
    ...own,
    ...colleagues.map(({ id, firstName, lastName }) => ({
      value: id as string,
      label: id === user.id ? 'You' : fullName({ firstName, lastName }),
    })),
  ]
  return (
    <div className="w-44 flex-none">
      <SelectField
        label="Conversation with"
        hideLabel
        choices={choices}
        value={memberId}
        onChange={({ target }) => onMember(UserId.parse(target.value))}
      />
    </div>
  )
}

const listen = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const useIsLookedAt = () => useSyncExternalStore(listen, () => document.visibilityState === 'visible')

/**
 * Marks received messages as read once the user looks at the conversation. Of a colleague's, only the notice that the
 * user got as their cover is cleared.
 */
const useReading = (all: readonly Message[], { readerId }: { readerId: UserId }) => {
  const { mutate } = useMarkMessageRead()
  const isLookedAt = useIsLookedAt()
  const newest = all.find(({ receiverId }) => receiverId === readerId)
  const unread = newest?.isRead === false ? newest.id : undefined
  const mark = useEffectEvent((id: Message['id']) =>
    mutate(
      { id },
      {
        // Part 2, section 8: this error is only logged to the console.
        onError: (problem) => logToConsole('Failed to mark message as read', problem),
      },
    ),
  )
  useEffect(() => {
    if (unread !== undefined && isLookedAt) mark(unread)
  }, [unread, isLookedAt])
}
