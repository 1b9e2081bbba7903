import { useQuery } from '@tanstack/react-query'
import { type MatterTask, matterTabs } from '#contract/firm/matter-tabs.ts'
import { fullName } from '#contract/kit/names.ts'
import { quoted } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { queue } from '#contract/queue.ts'
import { isFinished } from '#contract/tasks.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** The tasks of this case that are open, and what becomes of them. */
export const StillOpen = ({ id }: { id: MatterId }) => {
  const { data: tasks = [] } = useQuery(query(matterTabs.tasks, { id }))
  const { data: summary } = useQuery(query(matterTabs.summary, { id }))
  const open = tasks.filter((task) => task.isOfCase && !isFinished(task))
  if (open.length === 0 || !summary) return null
  const whose = [...summary.people, ...summary.hidden].flatMap((person) => {
    const count = open.filter(({ clientId }) => clientId === person.id).length
    return count > 0 ? `${fullName(person)} (${count})` : []
  })
  const isOne = open.length === 1
  return (
    <Callout
      tone="warn"
      title={`${counted(open.length, 'task')} of this case ${isOne ? 'is' : 'are'} still open: ${listed.format(whose)}`}
    >
      {holdWords(open)} Once the case is closed, its page offers to close what nobody has started.
    </Callout>
  )
}

/** What this user has yet to decide for this case, snoozed or not. Closing leaves it in the queue. */
export const StillWaiting = ({ id }: { id: MatterId }) => {
  const { data: waiting } = useQuery(query(queue.list, { state: 'waiting', matterId: id }))
  const { data: snoozed } = useQuery(query(queue.list, { state: 'snoozed', matterId: id }))
  if (!waiting || !snoozed) return null
  const total = waiting.total + snoozed.total
  if (total === 0) return null
  const isOne = total === 1
  const items = [...waiting.items, ...snoozed.items]
  const more = total - items.length
  return (
    <Callout
      tone="warn"
      title={`${counted(total, 'item')} in your queue ${isOne ? 'is' : 'are'} for this case${snoozedWords(snoozed.total, isOne)}`}
    >
      {quoted(items.map(({ client, title }) => `${client.name}: ${title}`))}
      {more > 0 && `, and ${more} more`}.{' '}
      {isOne ? 'It stays there until you decide it.' : 'They stay there until you decide them.'}
    </Callout>
  )
}

const snoozedWords = (count: number, isAll: boolean) => {
  if (count === 0) return ''
  return isAll ? ' (snoozed)' : ` (${count} snoozed)`
}

/** Says what closing a case puts on hold of these tasks, and what stays due. */
const holdWords = (open: readonly MatterTask[]) => {
  const held = open.filter((task) => task.isHeldByClosing)
  const due = open.filter((task) => !task.isHeldByClosing)
  // What several clients have to do is named once.
  const titlesOf = (tasks: readonly MatterTask[]) => [...new Set(tasks.map(({ title }) => title))]
  const isOneDue = titlesOf(due).length === 1
  const stays =
    due.length > 0 &&
    `${quoted(titlesOf(due))} ${isOneDue ? 'stays' : 'stay'} due: another open case asks for ${isOneDue ? 'it' : 'them'}, or the payment has begun.`
  const fees = titlesOf(held.filter(({ kind }) => kind === 'payment'))
  const owed =
    fees.length > 0 &&
    `If ${quoted(fees)} ${fees.length === 1 ? 'is' : 'are'} still owed, close the case later.`
  return [held.length > 0 && onHold(held.length, open.length), stays, owed].filter(Boolean).join(' ')
}

const onHold = (count: number, total: number) => {
  const [them, they, are] = count === 1 ? ['it', 'it', 'is'] : ['them', 'they', 'are']
  const which = count < total ? `${count} of them` : them
  return `Closing puts ${which} on hold: nothing can be sent for ${them}, nobody is reminded of ${them}, and ${they} ${are} due again if the case is reopened.`
}

const listed = new Intl.ListFormat('en-GB')
