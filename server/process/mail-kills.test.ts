import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { openMailServer } from '#server/providers/mail/testing.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt, newPerson } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'

const soon = { interval: 10 }

test('killed while a mail is with the mail server, the portal sends it again, the same in every part', async () => {
  const connection = await freshDatabase()
  const records = await openRecords(connection)
  let isKilling = true
  const server = await openMailServer({
    take: async () => {
      if (isKilling) await portal.end('SIGKILL')
      isKilling = false
    },
  })
  const environment = {
    DATABASE_URL: urlOf(connection),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    PORTICO_DEMO: '0',
    PORTICO_SMTP_URL: `smtp://${server.address}`,
    PORTICO_MAIL_FROM: 'portal@hartley-rowe.example',
  }
  let portal = await startOpened(environment)
  const person = newPerson()
  // The response may or may not come before the kill. What counts is that the registration was saved.
  const registering = browserAt(() => portal.address).ask(accounts.register, person)
  await registering.catch(() => {})
  await expect.poll(() => server.mails.length, soon).toBe(1)
  const states = () => records.rows<{ state: string }>('select state from mails')
  expect(await states()).toEqual([{ state: 'waiting' }])

  portal = await startOpened(environment)
  // Two minutes later no process can still be sending it.
  await records.rows('update mails set claimed_until = now()')
  await records.rows("select graphile_worker.add_job('sendMails')")
  await expect.poll(states, soon).toEqual([{ state: 'sent' }])
  const [first, second] = server.mails
  expect(second?.to).toEqual([person.email])
  expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'))
  expect(second?.parts.map(({ content }) => content)).toEqual(first?.parts.map(({ content }) => content))
})
