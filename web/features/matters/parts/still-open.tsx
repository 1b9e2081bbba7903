import { useQuery } from '@tanstack/react-query'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
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
  const held = open.filter((task) => task.isHeldByClosing)
  // A fee that two clients share is one fee.
  const unpaid = [...new Set(held.map(({ title }) => title))]
  const others = open.length - held.length
  return (
    <Callout
      tone="warn"
      title={`${counted(open.length, 'task')} of this case ${isOne ? 'is' : 'are'} still open: ${listed.format(whose)}`}
    >
      {unpaid.length === 0
        ? `Closing doesn’t withdraw ${isOne ? 'it: it' : 'them: they'} can still be done, and reminders go on.`
        : feeWords(unpaid, others)}{' '}
      Once the case is closed, its page offers to close what nobody has started.
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

/** Fees that can't be paid while the case is closed, and what becomes of the other tasks. */
const feeWords = (unpaid: readonly string[], others: number) => {
  const isOne = unpaid.length === 1
  const fees = `${quoted(unpaid)} can’t be paid while the case is closed, and nobody is reminded of ${isOne ? 'it' : 'them'}. If ${isOne ? 'it’s' : 'they’re'} still owed, close the case later.`
  if (others === 0) return fees
  return `${fees} The other ${others === 1 ? 'task' : 'tasks'} can still be done, and reminders of ${others === 1 ? 'it' : 'them'} go on.`
}

const listed = new Intl.ListFormat('en-GB')
