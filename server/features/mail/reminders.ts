import type { UserId } from '#contract/accounts.ts'
import { taskParameter } from '#contract/dashboard.ts'
import { pages } from '#contract/pages.ts'
import { isFinished } from '#contract/tasks.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { listOpenedSince, listTasks } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { before, days } from '#server/platform/time/durations.ts'
import { daysSince, isQuiet } from './hours.ts'
import * as store from './store.ts'

/** In days after a task was opened: when the client registered, or when the firm asked for it again. */
export const reminderDays = [1, 3, 7, 14, 30]
/** A reminder that a portal which stood still could not give in this time is left out. */
const lateness = 2

type Open = Awaited<ReturnType<typeof listOpenedSince>>[number]
type Due = Open & { days: number[] }

/** Reminds clients of what is open, once a day for all that is due. Told again at any time, it does nothing twice. */
export async function remindClients({ read, clock, transaction }: JobContext) {
  const now = clock()
  const { timeZone } = await findFirm(read)
  if (isQuiet(now, timeZone)) return
  const oldest = Math.max(...reminderDays) + lateness + 1
  const open = await listOpenedSince(read, before(now, days(oldest)))
  const due = open.flatMap((task) => dueOf(task, daysSince(task.openedAt, { now, timeZone })))
  for (const [clientId, ofClient] of Map.groupBy(due, (task) => task.clientId)) {
    const had = new Set((await store.listRemindersOf(read, clientId)).map(keyOf))
    const isNew = rowsOf(ofClient, now).some((row) => !had.has(keyOf(row)))
    if (isNew) await transaction((ctx) => remind(ctx, clientId, ofClient))
  }
}

/** A task of this age in days, with the reminders that are due now. */
function dueOf(task: Open, age: number): Due[] {
  const now = reminderDays.filter((day) => day <= age && age - day <= lateness)
  return now.length > 0 ? [{ ...task, days: now }] : []
}

const rowsOf = (due: Due[], createdAt: Date) =>
  due.flatMap(({ id: taskId, clientId, openedAt, days }) =>
    days.map((day) => ({ clientId, taskId, openedAt, day, createdAt })),
  )

const keyOf = ({
  taskId,
  openedAt,
  day,
}: Pick<ReturnType<typeof rowsOf>[number], 'taskId' | 'openedAt' | 'day'>) =>
  `${taskId} ${openedAt.getTime()} ${day}`

async function remind(ctx: Ctx, clientId: UserId, due: Due[]) {
  const given = new Set(
    (await store.insertReminders(ctx.db, rowsOf(due, ctx.now))).map(({ taskId }) => taskId),
  )
  const open = (await listTasks(ctx.db, clientId)).filter((task) => !isFinished(task))
  const next = open.find(({ id }) => given.has(id))
  if (!next) return
  const count = open.length === 1 ? 'One task is' : `${open.length} tasks are`
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: `${count} still open`,
    body: `Next: ${next.title}. You can stop at any time and carry on later.`,
    link: `${pages.dashboard}?${taskParameter}=${next.id}`,
    inMail: `${count} still open in your matter.`,
  })
}
