import { describe, expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { PartyId } from '#contract/matters/party.ts'
import { payments } from '#contract/payments/payments.ts'
import { settings } from '#contract/settings.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { firmFacts } from '#server/testing/authorization.ts'
import { type Client, newPerson } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { funds, openMatters, party, reading } from './testing/matters.ts'

const { portal, admin, priya, publish, start, join, taskOf, required, read, answer } = await openMatters()
const ifGift = { step: 'funds', field: 'sources', value: 'gift' }

test('a new purchase starts from its template, and a client is not asked twice for the same', async () => {
  const ana = await portal.client()
  const before = await ana.ask(tasks.list, {})
  await start(ana, 'Purchase')
  const after = await ana.ask(tasks.list, {})
  expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.slice(before.length).map(({ title }) => title)).toEqual(['Where your money comes from'])
})

test('an earlier check is reused while it is valid, and requested again with the reason when it is not', async () => {
  const ana = await portal.client()
  const done = async (kind: string, at: string) =>
    portal.pool.query(
      "update tasks set status = 'completed', outcome = 'verified', completed_at = $1 where client_id = $2 and kind = $3",
      [at, ana.user.id, kind],
    )
  await done('proof_of_address', '2026-10-01T10:00:00Z')
  await done('identity_check', '2024-10-01T10:00:00Z')
  const { id } = await start(ana, 'Purchase')
  const after = (await ana.ask(tasks.list, {})).filter(({ kind }) => kind !== 'firm_form')
  expect(after.filter(({ kind }) => kind === 'proof_of_address')).toHaveLength(1)
  const [before, again] = after.filter(({ kind }) => kind === 'identity_check')
  expect(before).toMatchObject({ status: 'completed' })
  expect(again).toMatchObject({ status: 'pending' })
  expect(again?.description).toContain('Your last identity check was more than 24 months ago')
  const { steps } = await priya.ask(matterTemplates.one, { id })
  const shown = (key: string) => steps.find((candidate) => candidate.key === key)?.tasks[0]
  expect(shown('proof_of_address')).toMatchObject({ status: 'completed', reusedUntil: '2027-01-01' })
  expect(shown('identity_check')?.reusedUntil).toBeUndefined()
  expect(await ana.ask(matterTemplates.reused, { id })).toMatchObject([
    { words: 'We already checked the proof of address you sent on 1 October 2026. There’s nothing to send.' },
  ])
  await expect((await portal.client()).ask(matterTemplates.reused, { id })).rejects.toMatchObject({
    code: 'not_found',
  })
  // The second case reuses the open task of the first instead of adding another.
  await start(ana, 'Purchase')
  expect((await ana.ask(tasks.list, {})).filter(({ kind }) => kind === 'identity_check')).toHaveLength(2)
})

test('what was sent for a step and waits for the firm to decide is in review', async () => {
  const ana = await portal.client()
  const { id } = await start(ana, 'Purchase')
  const settled = (kind: string, outcome: string) =>
    portal.pool.query(
      "update tasks set status = 'completed', outcome = $1, completed_at = now() where client_id = $2 and kind = $3",
      [outcome, ana.user.id, kind],
    )
  await settled('proof_of_address', 'review')
  await settled('identity_check', 'verified')
  const { steps } = await priya.ask(matterTemplates.one, { id })
  const isInReview = (asks: string) => steps.find((step) => step.asks === asks)?.tasks[0]?.isInReview
  expect(isInReview('proof_of_address')).toBe(true)
  expect(isInReview('identity_check')).toBe(false)
})

test('the firm sets for how long a check is reused', async () => {
  const firm = { ...(await admin.ask(settings.all, {})), ...firmFacts }
  const ana = await portal.client()
  await portal.pool.query(
    "update tasks set status = 'completed', outcome = 'verified', completed_at = $1 where client_id = $2 and kind = 'identity_check'",
    ['2026-05-01T10:00:00Z', ana.user.id],
  )
  await admin.ask(settings.save, { ...firm, identityMonths: 6 })
  await start(ana, 'Purchase')
  const checks = (await ana.ask(tasks.list, {})).filter(({ kind }) => kind === 'identity_check')
  expect(checks.map(({ status }) => status)).toEqual(['completed', 'pending'])
  expect(checks[1]?.description).toContain('Your last identity check was more than 6 months ago')
  await admin.ask(settings.save, firm)
})

test('a step opens when the step it waits for ends', async () => {
  const { type } = await publish(reading('one'), reading('two', { waitsFor: ['one'] }))
  const ana = await portal.client()
  const { id } = await start(ana, type)
  expect(await taskOf(ana, 'Read two')).toBeUndefined()
  await read(ana, 'Read one')
  expect(await required(ana, 'Read two')).toMatchObject({ status: 'pending' })
  const { steps } = await priya.ask(matterTemplates.one, { id })
  expect(steps.map(({ state }) => state)).toEqual(['ended', 'open'])
})

test('an answer opens a step for the person it is about, and correcting it removes unstarted tasks', async () => {
  const gift = reading('gift', { roles: ['giver_of_funds'], condition: ifGift })
  const { type } = await publish(funds, gift)
  const [ana, aunt] = [await portal.client(), await portal.client()]
  const { id } = await start(ana, type)
  await join(id, aunt, 'giver_of_funds')
  expect(await taskOf(aunt, 'Read gift')).toBeUndefined()
  await answer(ana, ['savings', 'gift'])
  await required(aunt, 'Read gift')
  await answer(ana, ['savings'])
  expect(await taskOf(aunt, 'Read gift')).toBeUndefined()
})

test('booking an appointment completes the step that asks for one, and cancelling it reopens the step', async () => {
  const { type } = await publish(
    step({ key: 'call', asks: 'appointment', title: 'Book a call', description: '' }),
  )
  const ana = await portal.client()
  await start(ana, type)
  const [startTime, endTime] = [new Date('2026-11-10T10:00:00Z'), new Date('2026-11-10T10:30:00Z')]
  const { id } = await ana.ask(appointments.book, { title: 'A call', startTime, endTime })
  expect(await required(ana, 'Book a call')).toMatchObject({ status: 'completed' })
  await ana.ask(appointments.cancel, { id })
  expect(await required(ana, 'Book a call')).toMatchObject({ status: 'pending' })
})

describe('of two clients', () => {
  const couple = async (...steps: TemplateStep[]) => {
    const { type, save } = await publish(...steps)
    const [ana, ben] = [await portal.client(), await portal.client({ firstName: 'Ben' })]
    const { id } = await start(ana, type)
    await join(id, ben, 'joint_client')
    return { ana, ben, id, save }
  }

  test('each does their own if the template says so, and the next step waits for both', async () => {
    const { ana, ben } = await couple(reading('one'), reading('two', { waitsFor: ['one'] }))
    await read(ana, 'Read one')
    expect(await required(ben, 'Read one')).toMatchObject({ status: 'pending', doneBy: null })
    expect(await taskOf(ana, 'Read two')).toBeUndefined()
    await read(ben, 'Read one')
    await required(ana, 'Read two')
    await required(ben, 'Read two')
  })

  test('one does a shared task for both: both know that before, and the other sees who did it', async () => {
    const { ana, ben } = await couple(reading('one', { everyone: 'any' }), reading('own'))
    expect(await required(ana, 'Read one')).toMatchObject({ status: 'pending', isShared: true })
    expect(await required(ben, 'Read own')).toMatchObject({ status: 'pending', isShared: false })
    await read(ben, 'Read one')
    expect(await required(ana, 'Read one')).toMatchObject({ status: 'completed', doneBy: 'Ben Okafor' })
    expect(await required(ben, 'Read one')).toMatchObject({ status: 'completed', doneBy: null })
  })

  test('a shared step reopens while a replacement is requested from the one who did it', async () => {
    const { ben, id } = await couple(reading('one', { everyone: 'any' }))
    await read(ben, 'Read one')
    const stateOf = async () => (await priya.ask(matterTemplates.one, { id })).steps[0]?.state
    expect(await stateOf()).toBe('ended')
    const done = await required(ben, 'Read one')
    await portal.pool.query(`update tasks set reason = 'A page is missing' where id = $1`, [done.id])
    expect(await stateOf()).toBe('open')
  })

  test('one pays for both, and the other is not charged', async () => {
    const fee = { amount: 5_000, account: 'client', description: 'Fee · {amount}' } as const
    const { ana, ben } = await couple(step({ key: 'fee', asks: 'payment', title: 'Pay the fee', ...fee }))
    const pay = async (client: Client) =>
      client.ask(payments.pay, {
        taskId: (await required(client, 'Pay the fee')).id,
        amount: 5_000,
        currency: 'GBP',
        paymentMethod: 'card',
      })
    const both = await Promise.allSettled([pay(ana), pay(ben)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(pay(ana)).rejects.toMatchObject({ code: 'conflict', reason: 'already_paid' })
    await expect(pay(ben)).rejects.toMatchObject({ code: 'conflict', reason: 'already_paid' })
  })

  test('a person who leaves loses unstarted tasks, and keeps what they have done', async () => {
    const { ben, id } = await couple(reading('one'), reading('two'))
    await read(ben, 'Read one')
    const { parties } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matterParties.remove, { id, partyId: PartyId.parse(parties[0]?.id) })
    expect(await taskOf(ben, 'Read two')).toBeUndefined()
    expect(await required(ben, 'Read one')).toMatchObject({ status: 'completed' })
  })
})

describe('a running case', () => {
  test('keeps its version until it is moved, and completed work stays completed', async () => {
    const { type, save } = await publish(reading('one'), reading('two'), reading('three'))
    const ana = await portal.client()
    const { id } = await start(ana, type)
    await read(ana, 'Read one')
    await save([reading('two', { title: 'Read two again' }), reading('four')])
    await required(ana, 'Read two')

    const { version, newer } = await priya.ask(matterTemplates.one, { id })

    expect([version, newer?.version]).toEqual([1, 2])
    expect(newer?.differences).toEqual({
      added: ['Read four'],
      removed: ['Read one', 'Read three'],
      changed: [{ title: 'Read two again', what: ['title'] }],
    })
    const moved = await priya.ask(matterTemplates.move, { id, version: 2 })
    expect([moved.version, moved.newer]).toEqual([2, null])
    expect(await required(ana, 'Read one')).toMatchObject({ status: 'completed' })
    expect(await taskOf(ana, 'Read three')).toBeUndefined()
    await required(ana, 'Read two again')
    await required(ana, 'Read four')
  })

  test('cannot be moved to a version that the user has not seen', async () => {
    const { type, save } = await publish(reading('one'))
    const ana = await portal.client()
    const { id } = await start(ana, type)
    await save([reading('two')])
    await save([reading('three')])
    const moved = priya.ask(matterTemplates.move, { id, version: 2 })
    await expect(moved).rejects.toMatchObject({ code: 'conflict', reason: 'template_changed' })
  })
})

test('a guest who gives money answers the questions and sends the documents of the template, and nothing else', async () => {
  const giver = { roles: ['giver_of_funds' as const], everyone: 'each' as const }
  const { type } = await publish(
    { ...funds, ...giver, title: 'About your gift' },
    step({ ...giver, key: 'who', asks: 'identity_check', title: 'Verify your identity', description: '' }),
    step({ ...giver, key: 'bank', asks: 'proof_of_funds', title: 'Show the money', description: '' }),
    reading('after', { waitsFor: ['funds'] }),
  )
  const ana = await portal.client()
  const { id } = await start(ana, type)
  const aunt = {
    ...party,
    name: 'May Jones',
    email: 'may.jones@example.com',
    role: 'giver_of_funds',
  } as const
  const { id: partyId } = await priya.ask(matterParties.add, { id, ...aunt })
  const documents = [{ title: 'A letter' }]
  const { code, path } = await priya.ask(guests.invite, { id, partyId, documents })
  const [mail, ...more] = await mailsTo(portal, aunt.email)
  expect(JSON.stringify(mail)).toContain('token=')
  expect(more, 'the invitation is the only email').toEqual([])
  const guest = portal.visitor()
  await guest.ask(guests.enter, { token: path?.split('token=')[1] ?? '', code })
  const list = await guest.ask(tasks.list, {})
  expect(list.map(({ title }) => title).toSorted()).toEqual(['A letter', 'About your gift', 'Show the money'])
  const gift = list.find(({ kind }) => kind === 'firm_form')
  await guest.ask(forms.complete, { id: TaskId.parse(gift?.id), formData: { sources: ['gift'] } })
  await required(ana, 'Read after')
})

test('a giver who is a guest is not waited for to verify their identity, which needs an account', async () => {
  const client = await portal.client()
  const roles = ['giver_of_funds'] as const
  const verify = step({
    key: 'verify',
    asks: 'identity_check',
    title: 'Verify your identity',
    description: '',
    roles: [...roles],
  })
  const upload = step({
    key: 'upload',
    asks: 'proof_of_identity',
    title: 'Upload proof of identity',
    description: '',
    roles: [...roles],
  })
  const { type } = await publish(verify, upload)
  const { id } = await start(client, type)
  const { email } = newPerson()
  const aunt = { ...party, id, role: 'giver_of_funds', name: 'May Jones', email } as const
  const { id: partyId } = await priya.ask(matterParties.add, aunt)
  const stepsNow = async () =>
    (await priya.ask(matterTemplates.one, { id })).steps.map(({ key, state, lacksPeople, needsAccount }) => ({
      key,
      state,
      lacksPeople,
      needsAccount,
    }))
  expect(await stepsNow()).toEqual([
    { key: 'verify', state: 'open', lacksPeople: true, needsAccount: false },
    { key: 'upload', state: 'open', lacksPeople: true, needsAccount: false },
  ])
  await priya.ask(guests.invite, { id, partyId, documents: [] })
  expect(await stepsNow()).toEqual([
    { key: 'verify', state: 'skipped', lacksPeople: true, needsAccount: true },
    { key: 'upload', state: 'open', lacksPeople: false, needsAccount: false },
  ])
})
