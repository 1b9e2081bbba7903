import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { openMatters, reading } from '#server/features/templates/testing/matters.ts'
import { askAssistant } from './testing/askers.ts'

const { portal, priya, publish } = await openMatters()
const { type } = await publish(reading('terms'), reading('fees'))
const words = { title: 'Estate of Ida Lindholm', type, priority: 'medium', description: 'Probate' } as const
const next = { whose: 'firm', nextStep: 'We read the will' } as const

test('a client who has tasks on hold and nothing else to do is told so, and not that everything is done', async () => {
  const client = await portal.client()
  await client.ask(onboarding.complete, {})
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })
  const steps = (await client.ask(tasks.list, {})).filter(({ kind }) => kind === 'read_and_accept')
  const finish = 'update tasks set status = $2, reason = null where client_id = $1 and id <> all($3)'
  const keep = steps.map((task) => task.id)
  await portal.pool.query(finish, [client.user.id, 'completed', keep])
  await client.ask(matters.close, { id })

  const [shown] = await client.ask(matters.list, {})
  expect(shown?.heldTasks.toSorted()).toEqual(keep.toSorted())
  const { answer } = await askAssistant(client, 'What do I have to do next?')
  const none = "There's nothing for you to do at the moment."
  expect(answer.content).toContain(`${none} 2 tasks are on hold, each because its case is closed.`)
  expect(answer.content).not.toContain('Everything is done')
  expect(answer.actions).toContainEqual({ label: 'Open Cases', path: '/cases' })

  await portal.pool.query(finish, [client.user.id, 'completed', keep.slice(1)])
  const { answer: later } = await askAssistant(client, 'What do I have to do next?')
  expect(later.content).toContain(`${none} 1 task is on hold because its case is closed.`)
  await priya.ask(matters.reopen, { id, ...next })
  expect((await client.ask(matters.list, {}))[0]?.heldTasks).toEqual([])
})
