import type { UserId } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { isAllDone } from '#contract/tasks.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { listTasks } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { lastMorning } from './hours.ts'
import { queueMail } from './service.ts'
import * as store from './store.ts'
import { wordsFor } from './words.ts'

/** At eight in the morning, what was gathered since the morning before: one mail a person, whoever asks how often. */
export async function sendDigests({ read, clock, transaction }: JobContext) {
  const { timeZone } = await findFirm(read)
  const until = lastMorning(clock(), timeZone)
  for (const userId of await store.listGatherers(read, until))
    await transaction((ctx) => sendDigest(ctx, userId, until))
}

async function sendDigest(ctx: Ctx, userId: UserId, until: Date) {
  const [first, ...others] = await store.removeGathered(ctx.db, userId, until)
  if (!first) return
  const { role } = await getAccount(ctx.db, userId)
  const news = await stillTrue(ctx, userId, [first, ...others])
  if (news.length === 0) return
  const lines = news.map(({ topic, sentence }) => sentence ?? wordsFor(role, topic).sentence)
  const mail = {
    to: userId,
    subject: 'Your daily summary',
    paragraphs: ["Here's what's new since yesterday:", counted(lines).join('\n')],
    action: { label: 'Open the portal', path: role === 'client' ? pages.dashboard : pages.firm },
    event: `digest:${first.id}`,
  }
  await queueMail(ctx, mail, { dueAt: ctx.now, isChosen: true })
}

type Gathered = Awaited<ReturnType<typeof store.removeGathered>>

/** Whoever has done everything since is not reminded of it. */
const stillTrue = async (ctx: Ctx, userId: UserId, rows: Gathered) => {
  const hasReminder = rows.some(({ topic }) => topic === 'tasks')
  const isDone = hasReminder && isAllDone(await listTasks(ctx.db, userId))
  return isDone ? rows.filter(({ topic }) => topic !== 'tasks') : rows
}

/** Each line once, with how often it was said. */
const counted = (lines: string[]) => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `• ${line}${count > 1 ? ` (${count} times)` : ''}`)
}
