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
