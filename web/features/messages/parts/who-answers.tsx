import { useRef } from 'react'
import { fullName } from '#contract/kit/names.ts'
import { type Contact, messagesPathOf } from '#contract/messages.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { type Colleague, useSettle } from '../hooks.tsx'

/** Tells a client who answers while the person they write to is away. */
export const AwayNotice = ({ contact, away }: { contact: Contact; away: NonNullable<Contact['away']> }) => (
  <p className="px-5 py-2 text-sm wrap-anywhere">
    <bdi>{contact.firstName}</bdi> is away until {dateText(away.until)}. <bdi>{away.cover.name}</bdi> answers
    in their place and can read what you write here.{' '}
    <TextLink to={messagesPathOf({ role: 'client' }, away.cover.id)}>
      Write to <bdi>{away.cover.name}</bdi>
    </TextLink>
  </p>
)

interface ClosedProps {
  contact: Contact
  colleague: Colleague | undefined
}

/** Stands where a message is written in other conversations, with what the user can do instead. */
export const ClosedFooter = ({ contact, colleague, onWrite }: ClosedProps & { onWrite: () => void }) => {
  const write = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3 px-5 py-4">
      <p className="text-sm wrap-anywhere text-ink-soft">
        <ClosedWords contact={contact} colleague={colleague} />
      </p>
      {contact.canWrite && (
        <Button ref={write} size="small" onClick={onWrite}>
          {`Write to ${contact.firstName}`}
        </Button>
      )}
      {colleague?.isWaiting && (
        <NoReplyNeeded contact={contact} colleague={colleague} onDone={() => write.current?.focus()} />
      )}
    </div>
  )
}

interface NoReplyProps {
  contact: Contact
  colleague: Colleague
  /** Called before the button disappears, so that the focus isn't lost with it. */
  onDone: () => void
}

const NoReplyNeeded = ({ contact, colleague, onDone }: NoReplyProps) => {
  const command = useSettle()
  const settle = () =>
    command.mutate(
      { id: contact.id, memberId: colleague.id },
      {
        onSuccess: () => {
          onDone()
          toast({ title: 'No longer on your start page', variant: 'success' })
        },
        onError: ({ message }) => toast({ title: 'Not saved', description: message, variant: 'error' }),
      },
    )
  return (
    <Button size="small" busy={command.isPending} onClick={settle}>
      No reply needed
    </Button>
  )
}

/** Says why the user can't write here, and who answers instead. */
const ClosedWords = ({ contact, colleague }: ClosedProps) => {
  const name = nameOf(contact)
  if (colleague?.hasLeft && colleague.isCovered)
    return `${nameOf(colleague)} has left the firm. Please answer ${name} in your own messages.`
  if (colleague?.isCovered && !colleague.isOnTeam)
    return `${nameOf(colleague)} is no longer working with ${name}. Please answer ${name} in your own messages.`
  if (colleague?.hasLeft)
    return `You are reading what ${nameOf(colleague)}, who has left the firm, and ${name} wrote.`
  if (colleague)
    return `You are reading what ${nameOf(colleague)} and ${name} write. Only they can write here.`
  const { successor, isReadByTeam } = contact
  if (!successor && isReadByTeam)
    return `${name} is no longer working with you. The people who look after you now can read these messages.`
  if (!successor) return `${name} is no longer working with you. You can still read your messages here.`
  return (
    <>
      <bdi>{name}</bdi> is no longer working with you. <bdi>{successor.name}</bdi> looks after you now and can
      read these messages.{' '}
      <TextLink to={messagesPathOf({ role: 'client' }, successor.id)}>
        Write to <bdi>{successor.name}</bdi>
      </TextLink>
    </>
  )
}

export const nameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>) =>
  fullName({ firstName, lastName })
