import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { aboutParameter, type Contact, messages } from '#contract/messages.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { useIsNarrow, useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton, SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { DocumentTitle, Page, PageHeading } from '#web/ui/layout/page.tsx'
import { useContacts } from './hooks.tsx'
import { type Outbox, useOutbox } from './parts/composer.tsx'
import { ContactList } from './parts/contact-list.tsx'
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
  // The list's order changes with new messages, but the conversation that was opened by default stays open.
  const [first] = useState(contacts[0]?.id)
  const wanted = params.get('with') ?? (isNarrow ? null : first)
  const selected = contacts.find(({ id }) => id === wanted)
  // On a phone a contact is chosen first, so the subject stays in the address until then.
  const about = isNarrow && params.get(aboutParameter)
  const select = ({ id }: Contact) =>
    setParams({ with: id, ...(about && { [aboutParameter]: about }) }, { replace: !isNarrow })
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
            <Empty title="Select a contact">Your conversation will appear here.</Empty>
          </div>
        )}
      </div>
    </Page>
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
