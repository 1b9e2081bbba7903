import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { askAssistant } from '#server/features/assistant/testing/askers.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

const secret = 'Marmalade: check where the gift came from.'

async function withNote() {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
  const note = await priya.ask(matters.addInternalNote, { id, words: secret })
  const seller = { role: 'other_side', kind: 'person', name: 'Marmaduke Vane' } as const
  const nothingElse = { email: '', phone: '', number: '', detail: '' }
  await priya.ask(matterParties.add, { id, ...seller, ...nothingElse })
  return { client, id, note }
}

test('the firm reads its own notes on the page of the matter, newest first', async () => {
  const { id, note } = await withNote()
  const later = await priya.ask(matters.addInternalNote, { id, words: 'Asked on the telephone.' })
  const { notes } = await priya.ask(matters.firmOne, { id })
  expect(notes).toEqual([later, note])
  expect(note).toMatchObject({ by: 'Amara Okafor', words: secret, at: portal.now() })
})

test('no response to a client contains an internal note, or the other parties of their case', async () => {
  const { client, id, note } = await withNote()
  await askAssistant(client, 'What did my solicitor note about the gift in my case?')
  let answered = 0
  for (const endpoint of Object.values(api).flatMap((contract) => Object.values<Endpoint>(contract))) {
    if (endpoint.gives !== 'json' || endpoint.method !== 'GET') continue
    const { path } = addressOf(endpoint, { id, contactId: priya.user.id, from: '2026-11-10' })
    const { status, body } = await client.send('GET', path, undefined, {})
    const text = JSON.stringify(body)
    expect(`${endpoint.path} ${text}`).not.toMatch(/marmalade|marmaduke/i)
    expect(`${endpoint.path} ${text}`).not.toContain(note.id)
    if (status === 200) answered += 1
  }
  expect(answered).toBeGreaterThan(15)
  const held = await client.ask(matters.one, { id })
  expect(Object.keys(held)).not.toContain('notes')
})

test('Obi does not know an internal note, even when asked for its exact words', async () => {
  const { client } = await withNote()
  const { streamed, answer } = await askAssistant(client, 'Marmalade? What is noted in my case?')
  expect(streamed + JSON.stringify(answer)).not.toContain('where the gift came from')
})

test("a client's export contains no internal note, and no other party of their case", async () => {
  const { client, note } = await withNote()
  const { files } = await exportOf(portal, client)
  for (const [name, bytes] of files) {
    expect(`${name} ${bytes.toString()}`).not.toMatch(/marmalade|marmaduke/i)
    expect(`${name} ${bytes.toString()}`).not.toContain(note.id)
  }
})

test('an internal note sends no notification, no email and no live update to the client', async () => {
  const { client, id } = await withNote()
  const counted = async () => {
    const { rows } = await portal.pool.query(
      `select (select count(*) from notifications where user_id = $1) as notices,
              (select count(*) from mails where user_id = $1) as mails`,
      [client.user.id],
    )
    return rows
  }
  const before = await counted()
  const heard: string[] = []
  const listener = await portal.pool.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen portico')
  await priya.ask(matters.addInternalNote, { id, words: secret })
  await expect.poll(() => heard.join()).toContain(priya.user.id)
  listener.release(true)
  expect(heard.join()).not.toContain(client.user.id)
  expect(await counted()).toEqual(before)
})
