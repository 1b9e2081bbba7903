import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { photographPath } from '#contract/accounts/photographs.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import type { Contact } from '#contract/messages.ts'
import { dateTimeText, dayOf, shortDateText, timeText, today } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.ts'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Count } from '#web/ui/data/badge.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useFoundContacts } from '../hooks.tsx'

interface ContactListProps {
  contacts: Contact[]
  selected: Contact['id'] | undefined
  onSelect: (contact: Contact) => void
}

export const ContactList = ({ contacts, selected, onSelect }: ContactListProps) => {
  const [search, setSearch] = useState('')
  const shown = useSearchSelect(contacts, search)
  return (
    <nav aria-label="Contacts" className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line p-3">
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
            <Row contact={contact} isSelected={contact.id === selected} onSelect={() => onSelect(contact)} />
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

const Row = ({
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
  const isColleague = lastMessage && by === '' && lastMessage.senderId !== id
  return (
    <span
      className={classes(
        'min-w-0 flex-1 truncate text-sm',
        unreadCount > 0 ? 'font-semibold' : 'text-ink-soft',
      )}
    >
      {lastMessage ? `${isColleague ? 'The firm: ' : by}${lastMessage.content}` : 'No messages yet'}
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
