import { expect, test } from 'vitest'
import type { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, party, reading } from './testing/matters.ts'

const rounds = Array.from({ length: 12 }, (_, round) => round)
const { portal, priya, publish, start, join, read, required } = await openMatters()

test('a client does a step that opens the next one while the firm changes the case, and neither fails', async () => {
  const { type } = await publish(
    ...rounds.map((round) => reading(`page${round}`, round > 0 ? { waitsFor: [`page${round - 1}`] } : {})),
  )
  const client = await portal.client()
  const { id } = await start(client, type)
  for (const round of rounds) {
    const both = await Promise.allSettled([
      read(client, `Read page${round}`),
      priya.ask(matterParties.add, { ...party, id, role: 'giver_of_funds', name: `Giver ${round}` }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  }
})

test('of two clients who pay the fee that they share at once, one pays, and the other is told', async () => {
  const fees = rounds.map((round) =>
    step({
      key: `fee${round}`,
      asks: 'payment',
      title: `Pay fee ${round}`,
      description: '{amount}',
      amount: 10_000 + round,
      account: 'client',
    }),
  )
  const { type } = await publish(...fees)
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  await join(id, ben, 'joint_client')
  const pay = async (payer: Client, title: string) => {
    const { id: taskId, amount } = await required(payer, title)
    return payer.ask(payments.pay, {
      taskId,
      amount: amount ?? 0,
      currency: 'GBP',
      paymentMethod: 'card',
    })
  }
  for (const { title } of fees) {
    // Their tasks are locked in one order, also by the payment that is settled meanwhile.
    const tries = await Promise.allSettled(
      [ben, client, client, client, client].map((who) => pay(who, title)),
    )
    const refused = tries.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused.map(({ code }: Problem) => code)).toEqual(Array(4).fill('conflict'))
  }
})

test('a joint client does a step while the firm takes them off the case, and the firm does not fail', async () => {
  const { type } = await publish(reading('terms'), reading('letter', { waitsFor: ['terms'] }))
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  for (const round of rounds) {
    await join(id, ben, 'joint_client')
    const { parties } = await priya.ask(matters.firmOne, { id })
    const partyId = parties.find(({ clientId }) => clientId === ben.user.id)?.id
    if (!partyId) throw new Error(`he is not on the case in round ${round}`)
    const [sent, removed] = await Promise.allSettled([
      read(ben, 'Read terms'),
      priya.ask(matterParties.remove, { id, partyId }),
    ])
    expect(removed.status).toBe('fulfilled')
    expect(sent.status === 'rejected' ? sent.reason : { code: 'not_found' }).toMatchObject({
      code: 'not_found',
    })
    await portal.pool.query('delete from matter_tasks where client_id = $1', [ben.user.id])
    await portal.pool.query("delete from tasks where client_id = $1 and title like 'Read %'", [ben.user.id])
  }
})
