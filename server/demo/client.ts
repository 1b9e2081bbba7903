import type { FastifyInstance } from 'fastify'
import { accounts, type UserId } from '#contract/accounts.ts'
import { asker } from '#contract/kit.ts'
import { onboarding } from '#contract/onboarding.ts'
import { addNotification } from '#server/features/notifications/service.ts'
import type { Db } from '#server/platform/db.ts'
import { askerOn } from '#server/platform/inject.ts'
import { demoClient, demoPassword } from './firm.ts'

interface Tools {
  db: Db
  clock: () => Date
  /** The account, where an earlier seeding made it already. */
  knownId: UserId | null
}

/** Lives the first half of a client's onboarding through the front door, as a person would. */
export async function liveAsClient(app: FastifyInstance, { db, clock, knownId }: Tools) {
  const browser = askerOn(app)
  const ask = asker(browser.send)
  const credentials = { username: demoClient.username, password: demoPassword }
  const { id } = knownId
    ? await ask(accounts.login, credentials)
    : await ask(accounts.register, { ...demoClient, password: demoPassword, confirmPassword: demoPassword })
  await ask(onboarding.complete, {})
  await ask(accounts.logout, {})
  for (const notice of notices) await addNotification(db, id, { ...notice, createdAt: clock() })
}

const notices = [
  {
    title: 'Welcome to your portal',
    body: 'Priya Raman looks after your matter. Everything we need from you is on your dashboard.',
    link: '/',
  },
  {
    title: 'Your search fees are due',
    body: 'We order the searches on the day you pay. It takes a minute.',
    link: '/payments',
  },
]
