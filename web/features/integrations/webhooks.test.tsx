// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type Webhook,
  type WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
  webhooks,
} from '#contract/webhooks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { Webhooks } from './parts/webhooks/webhooks.tsx'

const webhookOf = (n: number, facts: Partial<Webhook> = {}): Webhook => ({
  id: WebhookId.parse(idOf(n)),
  url: `https://system${n}.example.com/hook`,
  events: ['payment.paid'],
  state: 'on',
  createdBy: 'Priya Raman',
  createdAt: new Date('2026-11-03T09:00:00Z'),
  lastDeliveredAt: null,
  failingSince: null,
  ...facts,
})
const deliveryOf = (n: number, facts: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: WebhookDeliveryId.parse(idOf(n)),
  eventId: idOf(n + 100),
  type: 'payment.paid',
  body: '{"type":"payment.paid"}',
  state: 'delivered',
  attempts: 1,
  answerStatus: 200,
  failure: null,
  createdAt: new Date('2026-11-03T09:00:00Z'),
  dueAt: new Date('2026-11-03T09:00:00Z'),
  settledAt: new Date('2026-11-03T09:00:01Z'),
  ...facts,
})

const open = (all: Webhook[], ...more: Answer[]) =>
  show(<Webhooks />, [...more, answer(webhooks.list, () => all)])

test('a new webhook shows its signing secret once', async () => {
  const all: Webhook[] = []
  const sent: unknown[] = []
  open(
    all,
    answer(webhooks.create, (input) => {
      sent.push(input)
      all.push(webhookOf(1))
      return { ...webhookOf(1), secret: 'whsec_abc' }
    }),
  )
  expect(await screen.findByText('No webhooks yet')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findByText('Please enter an address that starts with https://')).toBeInTheDocument()
  await userEvent.type(dialog.getByLabelText('Address'), 'https://system1.example.com/hook')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^A payment has gone through/ }))
  await userEvent.type(dialog.getByLabelText('Your password'), 'a long password')
  await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  const secretDialog = within(await screen.findByRole('dialog', { name: 'Copy this signing secret now' }))
  expect(secretDialog.getByLabelText('Signing secret')).toHaveValue('whsec_abc')
  await userEvent.click(secretDialog.getByRole('button', { name: "I've stored it" }))
  const list = within(await screen.findByRole('list', { name: 'Webhooks' }))
  expect(list.getByText('https://system1.example.com/hook')).toBeInTheDocument()
  expect(sent).toEqual([
    { url: 'https://system1.example.com/hook', events: ['payment.paid'], password: 'a long password' },
  ])
})

test('a change and a new signing secret ask for the password, and a wrong one is said at its field', async () => {
  const words = 'Your current password is incorrect.'
  const wrong = () => {
    throw new Problem('invalid', words, { fields: { password: words } })
  }
  let isRight = false
  open(
    [webhookOf(1)],
    answer(webhooks.save, wrong),
    answer(webhooks.renewSecret, () => (isRight ? { secret: 'whsec_new' } : wrong())),
  )
  const choose = async (item: string, title: string) => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Change https://system1.example.com/hook' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await userEvent.type(dialog.getByLabelText('Your password'), 'a guess at it')
    return dialog
  }
  const change = await choose('Change', 'Change webhook')
  await userEvent.click(change.getByRole('button', { name: 'Save' }))
  expect(await change.findByText(words)).toBeInTheDocument()
  await userEvent.click(change.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  const renew = await choose('New signing secret', 'Make a new signing secret?')
  await userEvent.click(renew.getByRole('button', { name: 'Make new secret' }))
  expect(await renew.findByText(words)).toBeInTheDocument()
  isRight = true
  await userEvent.click(renew.getByRole('button', { name: 'Make new secret' }))
  const secretDialog = within(await screen.findByRole('dialog', { name: 'Copy this signing secret now' }))
  expect(secretDialog.getByLabelText('Signing secret')).toHaveValue('whsec_new')
})

test.each([
  [true, 0],
  [false, 1],
])(
  'whoever has no password confirms by a code of their app (on: %s), and is told how to get one',
  async (isTwoFactorEnabled, notices) => {
    const sent: string[] = []
    open(
      [],
      answer(accounts.current, () =>
        personOf({ role: 'administrator', hasPassword: false, isTwoFactorEnabled }),
      ),
      answer(webhooks.create, ({ password }) => {
        sent.push(password)
        return { ...webhookOf(1), secret: 'whsec_abc' }
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
    const code = await dialog.findByLabelText('Code from your authenticator app')
    expect(dialog.queryByLabelText('Your password')).not.toBeInTheDocument()
    expect(dialog.queryAllByText('You need two-factor authentication for this')).toHaveLength(notices)
    await userEvent.type(dialog.getByLabelText('Address'), 'https://system1.example.com/hook')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^A payment has gone through/ }))
    await userEvent.type(code, '123 456')
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    await screen.findByRole('dialog', { name: 'Copy this signing secret now' })
    expect(sent).toEqual(['123 456'])
  },
)

test('what failed can be replayed, and what waits says when it is tried again', async () => {
  const replayed: string[] = []
  open(
    [webhookOf(1, { failingSince: new Date('2026-11-03T09:00:00Z') })],
    answer(webhooks.deliveries, () => [
      deliveryOf(3, {
        state: 'waiting',
        answerStatus: 503,
        failure: 'It answered 503.',
        attempts: 2,
        settledAt: null,
      }),
      deliveryOf(2, {
        state: 'failed',
        answerStatus: null,
        failure: 'There was no answer in time.',
        attempts: 10,
      }),
      deliveryOf(1),
    ]),
    answer(webhooks.replay, ({ id }) => {
      replayed.push(id)
      return deliveryOf(2, { state: 'waiting', answerStatus: null, attempts: 0, settledAt: null })
    }),
  )
  expect(await screen.findByText('Failing')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /^Deliveries/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }))
  const rows = await dialog.findAllByRole('listitem')
  expect(rows.map((row) => within(row).queryByRole('button', { name: /^Replay/ }) !== null)).toEqual([
    false,
    true,
    true,
  ])
  expect(within(rows[0] as HTMLElement).getByText(/Tried 2 times\. Next attempt:/)).toBeInTheDocument()
  expect(within(rows[2] as HTMLElement).getByText('Delivered (200)')).toBeInTheDocument()
  await userEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: /^Replay/ }))
  expect(await screen.findByText('Sending it again')).toBeInTheDocument()
  expect(replayed).toEqual([idOf(2)])
})

test('one that the portal switched off says so, and is switched on again', async () => {
  const turned: unknown[] = []
  open(
    [webhookOf(1, { state: 'disabled' })],
    answer(webhooks.turn, (input) => {
      turned.push(input)
      return webhookOf(1)
    }),
  )
  expect(await screen.findByText('1 webhook switched off by the portal')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Change https://system1.example.com/hook' }))
  expect(screen.queryByRole('menuitem', { name: 'Send a test' })).not.toBeInTheDocument()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Switch on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch on this webhook?' }))
  await userEvent.type(dialog.getByLabelText('Your password'), 'a long password')
  await userEvent.click(dialog.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByText('Webhook is on')).toBeInTheDocument()
  expect(turned).toEqual([{ id: idOf(1), isOn: true, password: 'a long password' }])
})

test.each([
  ['Switch off', 'Switch off this webhook?', 'Webhook is off'],
  ['Remove', 'Remove this webhook?', 'Webhook removed'],
])('%s asks for the password first', async (item, title, outcome) => {
  const sent: unknown[] = []
  const take = (input: { password: string }) => {
    sent.push(input.password)
    return webhookOf(1, { state: 'off' })
  }
  open(
    [webhookOf(1)],
    answer(webhooks.turn, take),
    answer(webhooks.remove, (input) => {
      take(input)
      return []
    }),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: 'Change https://system1.example.com/hook' }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await userEvent.click(dialog.getByRole('button', { name: item }))
  expect(await dialog.findByText('Please enter your password')).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByLabelText('Your password'), 'a long password')
  await userEvent.click(dialog.getByRole('button', { name: item }))
  expect(await screen.findByText(outcome)).toBeInTheDocument()
  expect(sent).toEqual(['a long password'])
})
