import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { webhooks } from '#contract/webhooks.ts'
import { openWebhookSender } from '#server/providers/webhooks/http.ts'
import { openPortal } from './testing/portal.ts'

// What a page sends that was opened before an upgrade, and what it then shows: the message of a command without a form,
// and the sentence of a field that its form does not have.
const webhookSender = openWebhookSender({ isLoopbackAllowed: true, timeout: 2000 })
const portal = await openPortal({ ports: { webhooks: webhookSender } })
const administrator = await portal.staff('administrator')
const { password } = portal
const { id: keyId } = await administrator.ask(apiKeys.create, {
  name: 'Ledger',
  scopes: ['clients.read'],
  lifetime: '30d',
  password,
})
const url = 'http://127.0.0.1:9/hook'
const { id } = await administrator.ask(webhooks.create, { url, events: ['client.joined'], password })

const reload = expect.stringMatching(/reload (?:this|the) page/)

test.each([
  ['withdraws a key', 'POST', `/api/firm/api-keys/${keyId}/withdraw`, {}],
  ['switches a webhook off', 'POST', `/api/firm/webhooks/${id}/turn`, { isOn: false }],
  ['makes a new signing secret', 'POST', `/api/firm/webhooks/${id}/secret`, {}],
  ['adds a webhook', 'POST', '/api/firm/webhooks', { url, events: ['client.joined'] }],
  ['changes a webhook', 'PUT', `/api/firm/webhooks/${id}`, { url, events: ['client.joined'] }],
] as const)(
  'a page from before the password was asked for, which %s, says to reload it',
  async (...request) => {
    const [, method, path, body] = request
    expect(await administrator.send(method, path, body, {})).toMatchObject({
      status: 403,
      body: { message: reload, fields: { password: reload } },
    })
  },
)

test('a page that calls an address which has gone since says to reload it', async () => {
  const reply = await administrator.send('DELETE', `/api/firm/webhooks/${id}`, {}, {})
  expect(reply).toMatchObject({ status: 404, body: { message: reload } })
})

test('a page that sends a field which has gone since says to reload it', async () => {
  const sent = { url, events: ['client.joined'], password, isLoud: true }
  expect(await administrator.send('POST', webhooks.create.path, sent, {})).toMatchObject({
    status: 400,
    body: { message: reload, reason: 'unknown_field' },
  })
})

test('a form of this version that is filled in wrongly does not', async () => {
  const sent = { url: 'here', events: ['client.joined'], password }
  expect(await administrator.send('POST', webhooks.create.path, sent, {})).toMatchObject({
    status: 400,
    body: { message: 'Please check the highlighted fields.' },
  })
})
