import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { remindClients } from '#server/features/mail/jobs.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { days } from '#server/platform/time/durations.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, join } = await openMatters()
const check = step({ key: 'check', asks: 'identity_check', title: 'Verify your identity', description: '' })
const { type } = await publish(reading('terms'), check)
const next = { whose: 'firm', nextStep: 'We read the will' } as const

/** Does everything that is not of a case. */
const leaveOnlySteps = (client: Client) =>
  portal.pool.query(
    `update tasks set status = 'completed' where client_id = $1
      and id not in (select task_id from matter_tasks where task_id is not null)`,
    [client.user.id],
  )
const signInAgain = ({ user }: Pick<Client, 'user'>) => ({
  username: user.username,
  password: portal.password,
})
const newsOf = async (client: Client) =>
  (await client.ask(notifications.list, {})).map(({ title, body }) => `${title}: ${body}`)

test('a held task that another case asks for is news to its client', async () => {
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(ben, type)
  await priya.ask(matters.firmClose, { id })
  await join((await start(client, type)).id, ben, 'joint_client')
  expect(await newsOf(ben)).toContain(
    'There are 2 new things for you to do: Purchase: Read terms, Verify your identity',
  )
})

test('a client is reminded anew of what is due again once its case is reopened', async () => {
  const client = await portal.client()
  const { id } = await start(client, type)
  await leaveOnlySteps(client)
  await priya.ask(matters.firmClose, { id })
  portal.wait(days(40))
  await priya.ask(accounts.login, signInAgain(priya))
  await priya.ask(matters.reopen, { id, ...next })
  portal.wait(days(1))
  await remindClients(jobContextOf(portal))
  await client.ask(accounts.login, signInAgain(client))
  expect((await newsOf(client)).filter((news) => news.includes('still open'))).toHaveLength(1)
})
