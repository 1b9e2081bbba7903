import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { UserId } from '#contract/accounts.ts'
import type { Contact } from '#contract/messages.ts'
import { clientPath } from '#contract/pages.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface ConversationHeaderProps {
  contact: Contact
  colleagues: { id: UserId; firstName: string; lastName: string }[]
  memberId: UserId
  onMember: (id: UserId) => void
  onBack?: (() => void) | undefined
}

export const ConversationHeader = (props: ConversationHeaderProps) => {
  const { contact, colleagues, onBack } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isPhone = onBack !== undefined
  useEffect(() => {
    // On a phone the conversation takes the place of the list that was pressed.
    if (isPhone) heading.current?.focus({ preventScroll: true })
  }, [isPhone])
  const name = `${contact.firstName} ${contact.lastName}`
  return (
    <header className="flex min-w-0 items-center gap-3 border-b border-line px-3 py-2.5 md:px-5">
      {onBack && <IconButton label="Back to contacts" icon={<ArrowLeft />} onClick={onBack} />}
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} className="truncate text-[17px]" title={name}>
          <bdi>{name}</bdi>
        </h2>
        <Below contact={contact} />
      </div>
      {colleagues.length > 0 && <WhoseTalk {...props} />}
    </header>
  )
}

const Below = ({ contact }: { contact: Contact }) => {
  const { role } = useUser()
  const { expectedReply } = useFirm()
  if (role === 'client')
    return (
      <p className="truncate text-sm text-ink-soft">
        {contact.canWrite ? `Usually replies ${expectedReply}` : contact.email}
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

/** For an administrator, who reads what the whole team writes. */
const WhoseTalk = ({ contact, colleagues, memberId, onMember }: ConversationHeaderProps) => {
  const user = useUser()
  const isListed = colleagues.some(({ id }) => id === user.id)
  const own = contact.canWrite && !isListed ? [{ value: user.id as string, label: 'You' }] : []
  const choices = [
    ...own,
    ...colleagues.map(({ id, firstName, lastName }) => ({
      value: id as string,
      label: id === user.id ? 'You' : `${firstName} ${lastName}`,
    })),
  ]
  return (
    <div className="w-44 flex-none">
      <SelectField
        label="Conversation with"
        hideLabel
        choices={choices}
        value={memberId}
        onChange={({ target }) => onMember(target.value as UserId)}
      />
    </div>
  )
}
