import { expect, test } from 'vitest'
import { cases } from '#contract/cases.ts'
import { privacy } from '#contract/privacy.ts'
import { tasks } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal({ isRateLimited: true })
const flat = { title: 'A flat', type: 'Property', priority: 'high', description: 'I am buying Flat 4.' }
const complaint = { words: 'Nobody rings me back.', wish: '' }

test.each([
  ['cases', cases.request.path, flat],
  ['complaints', privacy.complain.path, complaint],
  ['erasures', privacy.askErasure.path, {}],
])('a client who asks for twenty %s at once keeps nobody else waiting', async (_, path, asked) => {
  const [busy, other] = [await portal.client(), await portal.client()]
  const answers = Array.from({ length: 20 }, () => busy.send('POST', path, asked, {}))
  expect((await other.ask(tasks.list, {})).length).toBeGreaterThan(0)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  // Who waits in vain for a connection is turned away with another answer.
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
})
