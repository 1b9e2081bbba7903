import { expect, test } from 'vitest'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, publish, start, required } = await openMatters()

test('the amount of a payment is in its words wherever they name it', async () => {
  const fee = {
    amount: 18_000,
    account: 'client',
    description: 'The valuer charges {amount}. Once paid, {amount} goes to them.',
  } as const
  const { type } = await publish(step({ key: 'fee', asks: 'payment', title: 'Pay the valuer', ...fee }))
  const ana = await portal.client()
  await start(ana, type)
  expect(await required(ana, 'Pay the valuer')).toMatchObject({
    description: 'The valuer charges £180.00. Once paid, £180.00 goes to them.',
  })
})

test('a step that asks for no payment can’t name an amount, and so never asks for £0.00', async () => {
  await expect(publish(reading('one', { description: 'The fee is {amount}.' }))).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'template_faulty',
    message:
      '“Read one”: Only a payment has an amount. Please take “{amount}” out of the words below the title.',
  })
})

test('a fee that happens to be as high as the search fees is asked for besides them', async () => {
  const fee = { amount: 34_250, account: 'client', description: 'The valuer charges {amount}.' } as const
  const { type } = await publish(
    step({ key: 'fee', asks: 'payment', title: 'Pay for the valuation', ...fee }),
  )
  const ana = await portal.client()
  await start(ana, type)
  expect(await required(ana, 'Pay for the valuation')).toMatchObject({ amount: 34_250, status: 'pending' })
  expect(await required(ana, 'Pay search fees')).toMatchObject({ amount: 34_250, status: 'pending' })
})

test('search fees that are to be paid into another account than those of the client’s own list are asked for', async () => {
  const fee = { amount: 34_250, account: 'office', description: '{amount}' } as const
  const { type } = await publish(step({ key: 'fee', asks: 'payment', title: 'Pay search fees', ...fee }))
  const ana = await portal.client()
  await start(ana, type)
  const accounts = await portal.pool.query(
    "select account from tasks where client_id = $1 and kind = 'payment' order by account",
    [ana.user.id],
  )
  expect(accounts.rows).toEqual([{ account: 'client' }, { account: 'office' }])
})
