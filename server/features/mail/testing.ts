import { eq } from 'drizzle-orm'
import { notificationsFeature } from '#server/features/notifications/manifest.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import type { Portal } from '#server/testing/portal.ts'
import { mailFeature } from './manifest.ts'
import { mails } from './schema.ts'
import { openAction } from './service/link-keys.ts'

/** Returns the mails to an address, oldest first, with their links as they are sent. */
export const mailsTo = async ({ db, ports }: Pick<Portal, 'db' | 'ports'>, address: string) => {
  const rows = await db.select().from(mails).where(eq(mails.address, address)).orderBy(mails.id)
  return rows.map((row) => ({ ...row, action: openAction(ports.secrets, row) }))
}

/** The same without the mail that asks every new account to confirm its address. */
export const newsTo = async (portal: Pick<Portal, 'db' | 'ports'>, address: string) =>
  (await mailsTo(portal, address)).filter(({ subject }) => subject !== 'Please confirm your email address')

/** Returns the context of background work, with the test's own clock and mail server. */
export const jobContextOf = ({ db, ports, now }: Pick<Portal, 'db' | 'ports' | 'now'>) =>
  openJobContext({
    db,
    ports,
    clock: now,
    eventHandlers: [notificationsFeature.eventHandlers, mailFeature.eventHandlers],
  })

export const onStage = (portal: Pick<Portal, 'db' | 'ports' | 'now'>) => jobContextOf(portal).transaction
