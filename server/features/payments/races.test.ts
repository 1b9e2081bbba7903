import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Problem } from '#contract/kit/problem.ts'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { TaskId } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'
import { feesOf, madeBy, pay } from './testing.ts'

const portal = await openPortal()
const many = Array.from({ length: 20 }, (_, index) => index)

const chargesOf = async (history: Payment[]) => {
  const keys = sql.join(
    history.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const { rows } = await portal.db.execute(sql`
    select key from sandbox_charges where status = 'paid' and key in (${keys})`)
  return rows.length
}

test('of twenty windows that pay one task at once, one is charged, and the others are told why they are not', async () => {
  const ana = await portal.client()
  const tries = await Promise.allSettled(many.map((index) => pay(ana, { key: `window-${index}` })))

  const paid = tries.filter((outcome) => outcome.status === 'fulfilled')
  const refused = tries.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Problem] : [],
  )
  expect(paid).toHaveLength(1)
  expect(refused).toHaveLength(many.length - 1)
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'conflict', reason: 'already_paid' })
  const history = await madeBy(ana)
  expect(history).toHaveLength(1)
  expect(await chargesOf(history)).toBe(1)
  await expect(pay(ana, { key: 'later' })).rejects.toMatchObject({ code: 'conflict', reason: 'already_paid' })
})

test('one request sent twenty times is one payment, and each gets it as the response', async () => {
  const ana = await portal.client()
  const answers = await Promise.all(many.map(() => pay(ana, { key: 'the-same' })))

  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['completed']))
  const history = await madeBy(ana)
  expect(history).toHaveLength(1)
  expect(await chargesOf(history)).toBe(1)
  expect(await pay(ana, { key: 'the-same' })).toEqual(history[0])
})

test('a reused key with another request is refused, and keys of different clients are separate', async () => {
  const [ana, ben] = await Promise.all([portal.client(), portal.client()])
  const mine = await pay(ana, { key: 'k1' })
  for (const change of [{ amount: 100 }, { paymentMethod: 'apple_pay' as const }, { paymentToken: 'other' }])
    await expect(pay(ana, { key: 'k1', ...change })).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'idempotency_key_reused',
    })
  const theirs = await pay(ben, { key: 'k1' })
  expect(theirs.id).not.toBe(mine.id)
  expect(theirs.taskId).toBe((await feesOf(ben)).id)
})

test('a declined request that is repeated is declined again, and not charged', async () => {
  const ana = await portal.client()
  const once = { key: 'declined', paymentToken: 'sandbox_declined' }
  await expect(pay(ana, once)).rejects.toMatchObject({ code: 'declined' })
  await expect(pay(ana, once)).rejects.toMatchObject({ code: 'declined' })
  expect(await madeBy(ana)).toHaveLength(1)
})

test('a malformed key is refused', async () => {
  const ana = await portal.client()
  for (const key of ['x'.repeat(201), 'with space', 'umläut'])
    await expect(pay(ana, { key })).rejects.toMatchObject({ code: 'invalid', reason: 'bad_idempotency_key' })
})

test('the database itself refuses a second payment of a task that is paid or being checked', async () => {
  const ana = await portal.client()
  const { id, taskId } = await pay(ana)
  const copy = sql`
    insert into payments select (json_populate_record(p, ${JSON.stringify({
      id: TaskId.parse('0197a4a0-0000-7000-8000-00000000000a'),
      receipt_number: null,
      idempotency_key: null,
      status: 'checking',
    })}::json)).* from payments p where id = ${id}`
  await expect(portal.db.execute(copy)).rejects.toMatchObject({
    cause: { code: '23505', constraint: 'payments_one_charge' },
  })
  expect((await ana.ask(payments.list, {})).filter((payment) => payment.taskId === taskId)).toHaveLength(1)
})

test('receipt numbers have no gaps and no duplicates, however many clients pay at once', async () => {
  const people = await Promise.all(many.slice(0, 10).map(() => portal.client()))
  const paid = await Promise.all(people.map((person) => pay(person)))
  const numbers = paid
    .map(({ receiptNumber }) => Number(receiptNumber?.split('-')[2]))
    .toSorted((a, b) => a - b)
  expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(many.slice(0, 10))
})
