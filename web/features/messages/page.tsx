import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { photographPath } from '#contract/accounts/photographs.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { aboutParameter, type Contact, memberParameter, messages } from '#contract/messages.ts'
import { dateTimeText, dayOf, shortDateText, timeText, today } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { useIsNarrow, useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Count } from '#web/ui/data/badge.tsx'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton, SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DocumentTitle, Page, PageHeading } from '#web/ui/layout/page.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useContacts, useFoundContacts } from './hooks.tsx'
import { type Outbox, useOutbox } from './parts/composer.tsx'
import { Conversation } from './parts/conversation.tsx'

/** The contacts and conversations of a client with their team, or of a member of staff with their clients. */
export const MessagesPage = () => (
  <AsyncBoundary page="Messages" failure="Failed to fetch contacts" skeleton={<MessagesSkeleton />}>
    <Messages />
  </AsyncBoundary>
)

const Messages = () => {
  const isNarrow = useIsNarrow()
  const outbox = useOutbox()
  const contacts = useContacts()
  const [params, setParams] = useSearchParams()
  const { role } = useUser()
  // The list's order changes with new messages, but the conversation that was opened by default stays open. The firm has
  // no first contact: only a client who waits is opened by itself.
  const [first] = useState(
    () => (role === 'client' ? contacts[0] : contacts.find(({ unreadCount }) => unreadCount > 0))?.id,
  )
  const wanted = params.get('with') ?? (isNarrow ? null : first)
  const selected = contacts.find(({ id }) => id === wanted)
  // On a phone a contact is chosen first, so the subject stays in the address until then.
  const about = isNarrow && params.get(aboutParameter)
  const select = ({ id, lastMessage }: Contact) => {
    const of = lastMessage?.answeredForId
    setParams(
      { with: id, ...(of && { [memberParameter]: of }), ...(about && { [aboutParameter]: about }) },
      { replace: !isNarrow },
    )
  }
  const { isGone } = useDeepLinkTarget('with', { things: contacts, from: messages.contacts })
  const gone = isGone && <NotFoundNotice thing="conversation">Choose someone from the list.</NotFoundNotice>
  const list = <ContactList contacts={contacts} selected={selected?.id} onSelect={select} />

  if (isNarrow && selected)
    return (
      <NarrowPanel>
        <Opened contact={selected} outbox={outbox} onBack={() => setParams({}, { replace: true })} />
      </NarrowPanel>
    )
  if (isNarrow)
    return (
      <Page title="Messages" lead={<Lead />}>
        {gone}
        <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-1">{list}</div>
      </Page>
    )
  return (
    <Page title="Messages" lead={<Lead />}>
      {gone}
      <div className="grid h-[calc(100dvh-11rem)] min-h-120 grid-cols-[20rem_minmax(0,1fr)] overflow-hidden rounded-xl border border-line bg-surface shadow-1">
        <div className="flex min-h-0 flex-col border-r border-line">{list}</div>
        {selected ? (
          <Opened contact={selected} outbox={outbox} />
        ) : (
          <div className="grid place-content-center">
            <NothingOpen contacts={contacts} />
          </div>
        )}
      </div>
    </Page>
  )
}

const NothingOpen = ({ contacts }: { contacts: Contact[] }) => {
  const { role } = useUser()
  const mayWrite = useMay()('messages.write')
  const isAllRead = contacts.length > 0 && contacts.every(({ unreadCount }) => unreadCount === 0)
  if (role === 'client' || !mayWrite || !isAllRead)
    return <Empty title="Select a contact">Your conversation will appear here.</Empty>
  return (
    <Empty title="You have no unread messages">
      Select a client to read your conversation or write to them.
    </Empty>
  )
}

interface OpenedProps {
  contact: Contact
  outbox: Outbox
  onBack?: () => void
}

const Opened = ({ contact, ...rest }: OpenedProps) => (
  <AsyncBoundary key={contact.id} failure="Failed to fetch messages" skeleton={<ConversationSkeleton />}>
    <Conversation contact={contact} {...rest} />
  </AsyncBoundary>
)

/** Tells a client when to expect a reply, and the firm whose messages these are. */
const Lead = () => {
  const { role } = useUser()
  const mayWrite = useMay()('messages.write')
  const { expectedReply, hours } = useFirm()
  if (role !== 'client')
    return mayWrite
      ? 'Messages between you and your clients.'
      : 'Messages between clients and your colleagues. You can read them.'
  return `We usually reply ${expectedReply}.${hours ? ` Office hours: ${hours}.` : ''}`
}

const NarrowPanel = ({ children }: { children: ReactNode }) => {
  const panel = useRoomAboveKeyboard()
  return (
    <div ref={panel} className={panelClass}>
      <DocumentTitle>Messages</DocumentTitle>
      <PageHeading className="sr-only">Messages</PageHeading>
      {children}
    </div>
  )
}

// On a phone the panel fills the window below the header and above the tabs, or all that the open keyboard leaves.
const panelClass =
  'grid min-h-80 grid-rows-[minmax(0,1fr)] bg-surface md:h-[calc(100dvh-4rem)] md:overflow-hidden md:rounded-xl md:border md:border-line ' +
  'max-md:-mx-4.5 max-md:-my-5 max-md:h-[calc(100dvh-61px-3.5rem-env(safe-area-inset-bottom))] ' +
  'data-covered:fixed data-covered:inset-x-0 data-covered:z-35 data-covered:m-0 data-covered:min-h-0'

interface ContactListProps {
  contacts: Contact[]
  selected: Contact['id'] | undefined
  onSelect: (contact: Contact) => void
}

/** The people to write to, searched by name. */
const ContactList = ({ contacts, selected, onSelect }: ContactListProps) => {
  const [search, setSearch] = useState('')
  const shown = useSearchSelect(contacts, search)
  return (
    <nav aria-label="Contacts" data-print="keep" className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line p-3" data-print="hide">
        <TextField
          label="Search contacts"
          hideLabel
          type="search"
          placeholder="Search contacts..."
          autoComplete="off"
          before={<Search className="size-4!" />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <p role="status" className={classes('text-center text-ink-soft', shown.length === 0 && 'px-5 py-10')}>
        {shown.length === 0 && 'No contacts found'}
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((contact) => (
          <li key={contact.id} className="border-b border-line last:border-b-0">
            <ContactRow
              contact={contact}
              isSelected={contact.id === selected}
              onSelect={() => onSelect(contact)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Searches by first and last name. If the list is incomplete, searches all contacts on the server. */
const useSearchSelect = (contacts: Contact[], typed: string) => {
  const search = useDeferredValue(typed.trim().toLowerCase())
  const isCutOff = contacts.length >= pageSize
  const found = useFoundContacts(search, { enabled: isCutOff && search !== '' })
  if (search === '') return contacts
  if (isCutOff && found) return found
  return contacts.filter(({ firstName, lastName }) =>
    fullName({ firstName, lastName }).toLowerCase().includes(search),
  )
}

const ContactRow = ({
  contact,
  isSelected,
  onSelect,
}: {
  contact: Contact
  isSelected: boolean
  onSelect: () => void
}) => {
  const { firstName, lastName, unreadCount, lastMessage } = contact
  const name = fullName({ firstName, lastName })
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      onClick={onSelect}
      className={classes(
        'flex w-full items-start gap-3 px-3.5 py-3 text-left -outline-offset-2 transition-colors duration-150',
        isSelected ? 'bg-brand-tint shadow-[inset_3px_0_0_var(--brand)]' : 'hover:bg-sunken',
      )}
    >
      <Avatar
        name={name}
        photograph={photographPath(contact.photographId)}
        tone={isSelected ? 'brand' : 'neutral'}
      />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </bdi>
          {lastMessage && <When at={lastMessage.createdAt} />}
        </span>
        <span className="flex items-center gap-2">
          <LastWords contact={contact} />
          {unreadCount > 0 && (
            <>
              <Count tone="info">{unreadCount}</Count>
              <VisuallyHidden>unread</VisuallyHidden>
            </>
          )}
        </span>
      </span>
    </button>
  )
}

const LastWords = ({ contact: { id, lastMessage, unreadCount } }: { contact: Contact }) => {
  const user = useUser()
  const by = lastMessage?.senderId === user.id ? 'You: ' : ''
  // An administrator's list shows colleagues' messages too.
  const nothing = user.role === 'client' ? 'No messages yet' : 'No messages with you yet'
  const isColleague = lastMessage && by === '' && lastMessage.senderId !== id
  return (
    <span
      className={classes(
        'min-w-0 flex-1 truncate text-sm',
        unreadCount > 0 ? 'font-semibold' : 'text-ink-soft',
      )}
    >
      {lastMessage ? `${isColleague ? 'The firm: ' : by}${lastMessage.content}` : nothing}
    </span>
  )
}

const When = ({ at }: { at: Date }) => (
  <time
    dateTime={at.toISOString()}
    title={dateTimeText(at)}
    className="figures flex-none text-xs text-ink-soft"
  >
    {dayOf(at) === today() ? timeText(at) : shortDateText(at).replace(/ \d{4}$/, '')}
  </time>
)

const MessagesSkeleton = () => (
  <Page title="Messages">
    <SkeletonGroup words="Loading your contacts">
      <SkeletonCard rows={5} />
    </SkeletonGroup>
  </Page>
)

const ConversationSkeleton = () => (
  <div className="p-5">
    <SkeletonGroup words="Loading messages">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="ml-auto h-12 w-1/2" />
      <Skeleton className="h-16 w-3/5" />
    </SkeletonGroup>
  </div>
)
