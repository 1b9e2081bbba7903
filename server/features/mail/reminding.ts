import type { UserId } from '#contract/accounts.ts'
import { taskParameter } from '#contract/dashboard.ts'
import { pages } from '#contract/pages.ts'
import { isDone } from '#contract/tasks.ts'
import { listNewcomers } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { listTasks } from '#server/features/tasks/service.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { before, days } from '#server/platform/durations.ts'
import { daysSince, isQuiet } from './hours.ts'
import * as store from './store.ts'

/** In days after registration. */
export const reminderDays = [1, 3, 7, 14, 30]
/** A reminder that a portal which stood still could not give in this time is left out. */
const lateness = 2

/** Reminds clients of what is open, once for each of these days, by day. Told again at any time, it does nothing twice. */
export async function remindClients({ read, clock, transaction }: Backstage) {
  const now = clock()
  const { timeZone } = await findFirm(read)
  if (isQuiet(now, timeZone)) return
  const oldest = Math.max(...reminderDays) + lateness + 1
  for (const client of await listNewcomers(read, before(now, days(oldest)))) {
    const age = daysSince(client.createdAt, { now, timeZone })
    const had = await store.listReminderDays(read, client.id)
    if (dueDays(age, had).length > 0) await transaction((ctx) => remind(ctx, client, age))
  }
}

/** Those that are due and have not been given; only the last of them is said. */
const dueDays = (age: number, had: number[]) =>
  reminderDays.filter((day) => day <= age && age - day <= lateness && !had.includes(day))

async function remind(ctx: Ctx, { id: clientId }: { id: UserId }, age: number) {
  const rows = dueDays(age, []).map((day) => ({ clientId, day, createdAt: ctx.now }))
  const given = await store.insertReminders(ctx.db, rows)
  const open = (await listTasks(ctx.db, clientId)).filter((task) => !isDone(task))
  const [next] = open
  if (given.length === 0 || !next) return
  const count = open.length === 1 ? 'One task is' : `${open.length} tasks are`
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: `${count} still open`,
    body: `Next: ${next.title}. You can stop at any time and go on later.`,
    link: `${pages.dashboard}?${taskParameter}=${next.id}`,
    inMail: `${count} still open in your matter.`,
  })
}
