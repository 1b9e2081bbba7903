import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { activityName, type MatterActivity, matterTabs } from '#contract/firm/matter-tabs.ts'
import { fullName } from '#contract/kit/names.ts'
import { stageName } from '#contract/matters/stages.ts'
import { type Contact, memberParameter, messagesPathOf } from '#contract/messages.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Group, Missing, Tab, type TabProps } from './matter-rows.tsx'

export const MatterConversations = (props: TabProps) => (
  <Tab>
    <Conversations {...props} />
  </Tab>
)

const Conversations = ({ file }: TabProps) => {
  const contacts = useSuspenseQuery(query(matterTabs.contacts, { id: file.id })).data
  return (
    <>
      <Missing file={file} subject="What was written with them" />
      <Group title="Messages" rows={contacts} none="Nobody on this case has an account to write to yet.">
        {(contact) => <ConversationRow contact={contact} />}
      </Group>
    </>
  )
}

const ConversationRow = ({ contact }: { contact: Contact }) => {
  const { id, lastMessage, unreadCount } = contact
  const me = useUser().id
  const memberId = lastMessage?.memberId ?? me
  const path = messagesPathOf({ role: 'fee_earner' }, id)
  return (
    <Row
      mark={<MessageSquare className="text-ink-soft" />}
      title={
        <Link
          to={memberId === me ? path : `${path}&${memberParameter}=${memberId}`}
          className="wrap-anywhere before:absolute before:inset-0"
        >
          {fullName(contact)}
        </Link>
      }
      badge={unreadCount > 0 && <Badge tone="warn">{unreadCount} unread</Badge>}
      detail={
        lastMessage ? (
          <span className="line-clamp-2 wrap-anywhere">
            {lastMessage.senderId === id ? '' : 'The firm: '}
            {lastMessage.content} · <Ago at={lastMessage.createdAt} />
          </span>
        ) : (
          'Nothing has been written yet.'
        )
      }
    />
  )
}

export const MatterActivityList = (props: TabProps) => (
  <Tab>
    <Activity {...props} />
  </Tab>
)

const Activity = ({ file: { id } }: TabProps) => {
  const entries = useSuspenseQuery(query(matterTabs.activity, { id })).data
  return (
    <Card>
      <CardTitle lead="Who did what. Clients never see this list.">Activity</CardTitle>
      {entries.length === 0 && (
        <Empty title="No activity yet">What is done on this case is listed here.</Empty>
      )}
      <ol aria-label="Activity" className="grid divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
            <p className="font-semibold wrap-anywhere">{activityName(entry.event)}</p>
            {detailsOf(entry).map((line) => (
              <p key={line} className="text-sm wrap-anywhere">
                {line}
              </p>
            ))}
            <p className="text-sm wrap-anywhere text-ink-soft">
              <time dateTime={entry.at.toISOString()}>{dateTimeText(entry.at)}</time>
              {entry.by && ` · ${entry.by}`}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const detailsOf = ({ details }: MatterActivity) => {
  const { name, role, stage, title, type, level, tasks, ...rest } = details
  return [
    name && (role ? `${name} (${role.toLowerCase()})` : name),
    stage && stageName(stage),
    title,
    tasks,
    type && `Type: ${type}`,
    level && (level === 'high' ? 'High risk' : 'Standard risk'),
    // Details with a capital initial are names for people to read; keys for programs begin with a small letter.
    ...Object.entries(rest)
      .filter(([key]) => /^[A-Z]/.test(key))
      .map(([key, words]) => `${key}: ${words}`),
  ].filter((line): line is string => Boolean(line))
}
