import { eq } from 'drizzle-orm'
import { notificationsFeature } from '#server/features/notifications/manifest.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import type { Portal } from '#server/testing/portal.ts'
import { mailFeature } from './manifest.ts'
import { mails } from './schema.ts'
import { openAction } from './service/keys.ts'

/** The mails that were written to an address, oldest first, as they left or would. */
export const mailsTo = async ({ db, ports }: Pick<Portal, 'db' | 'ports'>, address: string) => {
  const rows = await db.select().from(mails).where(eq(mails.address, address)).orderBy(mails.id)
  return rows.map((row) => ({ ...row, action: openAction(ports.secrets, row) }))
}

/** The same without the mail that every new account gets, to learn whether its address is right. */
export const newsTo = async (portal: Pick<Portal, 'db' | 'ports'>, address: string) =>
  (await mailsTo(portal, address)).filter(({ subject }) => subject !== 'Please confirm your email address')

/** Where work is done that no request stands behind, with a clock and a mail server of the test's own. */
export const jobContextOf = ({ db, ports, now }: Pick<Portal, 'db' | 'ports' | 'now'>) =>
  openJobContext({
    db,
    ports,
    clock: now,
    eventHandlers: [notificationsFeature.eventHandlers, mailFeature.eventHandlers],
  })

export const onStage = (portal: Pick<Portal, 'db' | 'ports' | 'now'>) => jobContextOf(portal).transaction
