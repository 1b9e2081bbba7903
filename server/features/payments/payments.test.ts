import { expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { walletTokens } from '#contract/payments/card.ts'
import { payments } from '#contract/payments/payments.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { openPortal } from '#server/testing/portal.ts'
import { feesOf, madeBy, pay } from './testing.ts'

const portal = await openPortal()

test('a payment completes its task, and is in the history and the notifications', async () => {
  const ana = await portal.client()
  const { id: taskId, title, description } = await feesOf(ana)
  const paid = await pay(ana, { paymentToken: 'sandbox_good' })

  expect(paid).toMatchObject({ taskId, title, description, amount: 34_250, vat: 0, currency: 'GBP' })
  expect(paid).toMatchObject({ status: 'completed', paymentMethod: 'card', account: 'client', isTest: true })
  expect(paid).toMatchObject({ reason: null, createdAt: portal.now(), completedAt: portal.now() })
  expect(await madeBy(ana)).toEqual([paid])
  expect((await feesOf(ana)).status).toBe('completed')
  const [news] = await ana.ask(activities.list, {})
  expect(news).toMatchObject({ type: 'payment_made', description: `Payment of £342.50 received: ${title}` })
})

test('a payment without a token uses the good test card, and wallets have tokens of their own', async () => {
  const people = await Promise.all([portal.client(), portal.client(), portal.client()])
  const [ana, ben, cem] = people
  expect(await pay(ana)).toMatchObject({ status: 'completed', paymentMethod: 'card' })
  for (const [person, paymentMethod] of [[ben, 'apple_pay'] as const, [cem, 'google_pay'] as const]) {
    const paid = await pay(person, { paymentMethod, paymentToken: walletTokens[paymentMethod] })
    expect(paid).toMatchObject({ status: 'completed', paymentMethod })
  }
})

test('an amount or currency other than that due is refused, and nothing is charged', async () => {
  const ana = await portal.client()
  for (const change of [{ amount: 34_249 }, { amount: 1 }, { currency: 'USD' }])
    await expect(pay(ana, change)).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'amount_mismatch',
      fields: { [Object.keys(change)[0] ?? '']: expect.any(String) },
    })
  expect(await madeBy(ana)).toEqual([])
  expect((await feesOf(ana)).status).toBe('pending')
})

test('the status in the request is ignored, and other fields that the server decides are refused', async () => {
  const ana = await portal.client()
  const { id: taskId, amount } = await feesOf(ana)
  const input = { taskId, amount, currency: 'GBP', paymentMethod: 'card' }
  const send = (body: object) => ana.send('POST', '/api/payments', { ...input, ...body }, {})
  for (const extra of [{ vat: 0 }, { receiptNumber: 'x' }, { clientId: ana.user.id }, { account: 'office' }])
    expect(await send(extra)).toMatchObject({ status: 400, body: { reason: 'unknown_field' } })
  expect(await send({ status: 'completed', paymentToken: 'sandbox_declined' })).toMatchObject({ status: 402 })
  expect(await send({ status: 17 })).toMatchObject({ status: 201, body: { status: 'completed' } })
})

test('a number that could be a card is never accepted as a token', async () => {
  const ana = await portal.client()
  for (const paymentToken of ['4242424242424242', '4242 4242 4242 4242', 'tok_4242-4242-4242-4242'])
    await expect(pay(ana, { paymentToken })).rejects.toMatchObject({
      code: 'invalid',
      fields: { paymentToken: expect.any(String) },
    })
})

test('every test card does what its description says', async () => {
  const reasons = {
    sandbox_declined: /declined/,
    sandbox_insufficient_funds: /n't enough money/,
    sandbox_expired: /expired/,
  }
  const ana = await portal.client()
  for (const [paymentToken, words] of Object.entries(reasons)) {
    const refusal = expect.objectContaining({ code: 'declined', message: expect.stringMatching(words) })
    await expect(pay(ana, { paymentToken })).rejects.toEqual(refusal)
  }
  expect((await feesOf(ana)).status).toBe('pending')
  const paid = await pay(ana, { paymentToken: 'sandbox_good' })

  const history = await madeBy(ana)
  expect(history.map(({ status }) => status)).toEqual(['completed', 'declined', 'declined', 'declined'])
  expect(history[0]).toEqual(paid)
  expect(history[1]?.reason).toMatch(/expired/)
})

test('one client can neither pay nor see the payments of another', async () => {
  const [ana, ben] = await Promise.all([portal.client(), portal.client()])
  const { id: taskId } = await feesOf(ana)
  await expect(pay(ben, { taskId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(pay(ben, { taskId: newId<TaskId>() })).rejects.toMatchObject({ code: 'not_found' })
  const { id } = await pay(ana)
  expect(await madeBy(ben)).toEqual([])
  await expect(ben.ask(payments.receipt, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('visitors and people of the firm cannot pay', async () => {
  const ana = await portal.client()
  const { id: taskId } = await feesOf(ana)
  const body = { taskId, amount: 34_250, currency: 'GBP', paymentMethod: 'card' }
  const priya = await portal.staff('fee_earner')
  expect(await portal.visitor().send('POST', '/api/payments', body, {})).toMatchObject({ status: 401 })
  expect(await priya.send('POST', '/api/payments', body, {})).toMatchObject({ status: 403 })
})

test('a task of another kind cannot be paid', async () => {
  const ana = await portal.client()
  const other = (await ana.ask(tasks.list, {})).find(({ kind }) => kind !== 'payment')
  await expect(pay(ana, { taskId: other?.id })).rejects.toMatchObject({ reason: 'wrong_task' })
})

test('nonsensical values are refused at their field, never with an internal error', async () => {
  const ana = await portal.client()
  const { id: taskId, amount } = await feesOf(ana)
  const good = { taskId, amount, currency: 'GBP', paymentMethod: 'card' }
  const nonsense = [null, [], {}, { $gt: '' }, -1, 2 ** 53, 1.5, '12', true, '\u0000']
  for (const name of Object.keys(good))
    for (const value of nonsense) {
      const answer = await ana.send('POST', '/api/payments', { ...good, [name]: value }, {})
      expect(answer).toMatchObject({ status: 400, body: { fields: { [name]: expect.any(String) } } })
    }
  expect(await madeBy(ana)).toEqual([])
})

test('a demo account that is reset has no payments and has to pay its fees again', async () => {
  const testuser = await portal.client({ username: testUsername })
  await pay(testuser)
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await madeBy(testuser)).toEqual([])
  expect(await pay(testuser)).toMatchObject({ status: 'completed' })
})

test('a receipt number is never reused, even after its payment was deleted', async () => {
  const demo = await openPortal()
  const testuser = await demo.client({ username: testUsername })
  const numbers: (string | null)[] = []
  for (let round = 0; round < 3; round += 1) {
    numbers.push((await pay(testuser)).receiptNumber)
    await testuser.ask(dashboard.resetTestUser, {})
  }
  expect(numbers.map((number) => number?.slice(-6))).toEqual(['000001', '000002', '000003'])
  await demo.pool.query('update payment_receipts set last = 999999')
  expect((await pay(testuser)).receiptNumber).toMatch(/-2026-1000000$/)
  const ben = await demo.client()
  expect((await pay(ben)).receiptNumber).toMatch(/-2026-1000001$/)
})

test('the page is told that the sandbox moves no money', async () => {
  const ana = await portal.client()
  expect(await ana.ask(payments.processor, {})).toEqual({
    isSandbox: true,
    ways: [],
    cardPlace: 'processor',
    isTest: true,
  })
})

test('a client who tries one card after another is rate-limited', async () => {
  const strict = await openPortal({ isRateLimited: true })
  const ana = await strict.client()
  const tries = Array.from({ length: 31 }, () => pay(ana, { paymentToken: 'sandbox_declined' }))
  const codes = (await Promise.allSettled(tries)).map(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code,
  )
  expect(codes.filter((code) => code === 'too_many')).toHaveLength(1)
})
