import { eq } from 'drizzle-orm'
import { notificationsRoutes } from '#server/features/notifications/routes.ts'
import { openBackstage } from '#server/platform/backstage.ts'
import type { Portal } from '#server/testing/portal.ts'
import { mailRoutes } from './routes.ts'
import { mails } from './schema.ts'

/** The mails that were written to an address, oldest first, whatever has become of them. */
export const mailsTo = (portal: Pick<Portal, 'db'>, address: string) =>
  portal.db.select().from(mails).where(eq(mails.address, address)).orderBy(mails.id)

/** The same without the mail that every new account gets, to learn whether its address is right. */
export const newsTo = async (portal: Pick<Portal, 'db'>, address: string) =>
  (await mailsTo(portal, address)).filter(({ subject }) => subject !== 'Please confirm your e-mail address')

/** Where work is done that no request stands behind, with a clock and a mail server of the test's own. */
export const backstageOf = ({ db, ports, now }: Pick<Portal, 'db' | 'ports' | 'now'>) =>
  openBackstage({ db, ports, clock: now, reactions: [notificationsRoutes.reactions, mailRoutes.reactions] })

export const onStage = (portal: Pick<Portal, 'db' | 'ports' | 'now'>) => backstageOf(portal).transaction
