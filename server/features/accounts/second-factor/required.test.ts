import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { api } from '#contract/api.ts'
import { firm } from '#contract/firm/firm.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { nobodys } from '#server/testing/authorization.ts'
import { openPortal } from '#server/testing/portal.ts'
import { enrol } from '../testing.ts'

const portal = await openPortal({ isDemo: false })
const newcomer = await portal.staff('administrator', { lacksSecondFactor: true })

const open = new Set(['accounts.current', 'secondFactor.show', 'secondFactor.enable', 'secondFactor.confirm'])
const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { audience }]) => audience === 'firm' || audience === 'member')
    .map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const)
    .filter(([name]) => !open.has(name)),
)

test('without a second factor a person of the firm can do nothing but add it', async () => {
  for (const [name, endpoint] of endpoints) {
    const ids = { id: nobodys, page: 1, taskId: nobodys, documentId: nobodys }
    const { path: url } = addressOf(endpoint, ids)
    const reply = await portal.app.inject({ method: endpoint.method, url, headers: cookieOf(newcomer.jar) })
    // Not every endpoint is routed outside the demo.
    if (reply.statusCode === 404) continue
    expect(`${name} ${reply.json().reason}`).toBe(`${name} second_factor_missing`)
  }
  expect(await newcomer.ask(accounts.current, {})).toMatchObject({ isTwoFactorEnabled: false })
})

test('whoever has added it goes on in the same session', async () => {
  const omar = await portal.staff('fee_earner', { lacksSecondFactor: true })
  await expect(omar.ask(firm.clients, {})).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Please turn on two-factor authentication first. Everyone at the firm needs it.',
  })
  await enrol(portal, omar)
  expect(await omar.ask(firm.clients, {})).toMatchObject({ total: 0 })
})

test('a client needs none, and nobody does in the demo', async () => {
  expect(await (await portal.client()).ask(accounts.sessions, {})).toHaveLength(1)
  const demo = await openPortal()
  expect(await (await demo.staff('fee_earner')).ask(firm.clients, {})).toMatchObject({ total: 0 })
})
