import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { compliance } from '#contract/compliance.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { forms } from '#contract/forms/forms.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { askAssistant } from '#server/features/assistant/testing/askers.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { startJointPurchase } from '#server/features/matters/testing/matters.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { riskAssessment } from '#server/testing/answers.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const officer = await portal.staff('compliance_officer')
const priya = await portal.staff('fee_earner')

const flat = {
  title: 'Purchase of a flat',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat 4',
} as const
const step = { whose: 'firm', nextStep: 'We check the lease' } as const
const open = (client: Client) => priya.ask(matters.start, { clientId: client.user.id, ...flat, ...step })
const secret = 'Wolframite is shipped from a sanctioned port.'
const nothingElse = { email: '', phone: '', number: '', detail: '' }

const assess = async (client: Client, answers: Partial<typeof riskAssessment>) => {
  const task = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'risk_assessment')
  if (!task) throw new Error('The template has no risk assessment')
  await client.ask(forms.complete, { id: task.id, formData: { ...riskAssessment, ...answers } })
}
const itemsOf = async (client: Client, state: 'open' | 'decided' = 'open') =>
  (await officer.ask(compliance.items, { state })).filter((item) => item.client.id === client.user.id)

describe('the risk of a case', () => {
  test('is marked by the compliance officer with a reason and a date, and what was marked before is kept', async () => {
    const { id } = await open(await portal.client())
    await officer.ask(compliance.mark, { id, level: 'high', reason: secret })
    await officer.ask(compliance.mark, { id, level: 'standard', reason: 'The licence was shown.' })
    const { marks } = await priya.ask(compliance.risk, { id })
    expect(marks).toMatchObject([
      { level: 'standard', reason: 'The licence was shown.', by: 'Amara Okafor', at: portal.now() },
      { level: 'high', reason: secret },
    ])
  })

  test('cannot be marked without a meaningful reason, or by anybody else', async () => {
    const { id } = await open(await portal.client())
    for (const reason of ['', 'Gut'])
      await expect(officer.ask(compliance.mark, { id, level: 'high', reason })).rejects.toMatchObject({
        code: 'invalid',
      })
    const other = priya.ask(compliance.mark, { id, level: 'standard', reason: 'It is fine.' })
    await expect(other).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('can be marked by the compliance officer even if the case is restricted to others', async () => {
    const { id } = await open(await portal.client())
    await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
    expect((await officer.ask(matters.firmOne, { id })).id).toBe(id)
    expect(await officer.ask(compliance.risk, { id })).toEqual({ marks: [] })
    const boss = await portal.staff('administrator')
    await expect(boss.ask(compliance.risk, { id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a reset of the test account takes the ratings of its cases, not of one that another client is first on', async () => {
  const testuser = await portal.client({ username: testUsername })
  const { id, party } = await startJointPurchase(priya, [testuser, await portal.client()])
  const { id: own } = await open(testuser)
  for (const marked of [id, own])
    await officer.ask(compliance.mark, { id: marked, level: 'high', reason: secret })
  await priya.ask(matterParties.nameFirst, { id, partyId: party.id })
  await testuser.ask(dashboard.resetTestUser, {})
  const { rows } = await portal.pool.query('select matter_id from risk_marks where client_id = $1', [
    testuser.user.id,
  ])
  expect(rows).toEqual([{ matter_id: id }])
})

describe('the queue of the compliance officer', () => {
  test('has each answer that needs review once, and notifies the officer', async () => {
    const client = await portal.client()
    const called = {
      politicallyExposed: true,
      politicallyExposedDetails: 'My aunt is an ambassador.',
      riskFactors: ['cash_intensive', 'high_risk_country', 'complex_structure'] as const,
    }
    const answers = { ...called, riskFactors: [...called.riskFactors] }
    await assess(client, answers)
    await assess(client, { ...answers, annualIncome: 'under_20k' })
    const items = await itemsOf(client)
    expect(items.map(({ kind }) => kind)).toEqual(['politically_exposed', 'cash', 'high_risk_country'])
    expect(items[0]).toMatchObject({ words: 'My aunt is an ambassador.', decision: null, matter: null })
    const [notice] = await officer.ask(notifications.list, {})
    expect(notice).toMatchObject({ title: 'High-risk country', link: '/firm/compliance' })
  })

  test('accepts the longest answer, in any script', async () => {
    const client = await portal.client()
    const varied = Array.from({ length: 2000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20000)),
    )
    const politicallyExposedDetails = varied.join('')
    await assess(client, { politicallyExposed: true, politicallyExposedDetails })
    expect(await itemsOf(client)).toMatchObject([{ words: politicallyExposedDetails }])
  })

  test('has no item for answers that need no review', async () => {
    const client = await portal.client()
    await assess(client, {})
    expect(await itemsOf(client)).toEqual([])
  })

  test('is pointed out to administrators while nobody is a compliance officer', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const client = await fresh.client()
    await assess(client, { riskFactors: ['cash_intensive'] })
    const [notice] = await boss.ask(notifications.list, {})
    expect(notice).toMatchObject({ title: 'Nobody is a compliance officer', link: '/firm/people' })
    expect(notice?.body).not.toContain('cash')
  })

  test('has a conflict of parties, even if the case is restricted', async () => {
    const client = await portal.client({ firstName: 'Marmaduke', lastName: 'Vane' })
    const { id } = await open(client)
    await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
    const other = await portal.client()
    const against = await open(other)
    const seller = { role: 'other_side', kind: 'person', name: 'Marmaduke Vane' } as const
    await priya.ask(matterParties.add, { id: against.id, ...seller, ...nothingElse })
    expect(await itemsOf(other)).toMatchObject([
      { kind: 'conflict', matter: { reference: against.reference } },
    ])
    const { reference } = await officer.ask(matters.firmOne, { id })
    expect((await itemsOf(other))[0]?.words).toBe(
      `Marmaduke Vane is our client in “Purchase of a flat” (${reference}), and on the other side in “Purchase of a flat” (${against.reference}).`,
    )
  })

  test('keeps each decision with its reason, and allows only one', async () => {
    const client = await portal.client()
    await assess(client, { riskFactors: ['cash_intensive'] })
    const [item] = await itemsOf(client)
    if (!item) throw new Error('Nothing was raised')
    const words = 'Till receipts match the accounts.'
    expect(await officer.ask(compliance.decide, { id: item.id, words })).toMatchObject({
      decision: { words, by: 'Amara Okafor' },
    })
    expect(await itemsOf(client)).toEqual([])
    expect(await itemsOf(client, 'decided')).toHaveLength(1)
    const again = officer.ask(compliance.decide, { id: item.id, words })
    await expect(again).rejects.toMatchObject({ reason: 'already_decided' })
  })
})

describe('a decision that turns out to be wrong', () => {
  const words = 'Till receipts match the accounts.'
  const decided = async () => {
    const client = await portal.client()
    await assess(client, { riskFactors: ['cash_intensive'] })
    const [item] = await itemsOf(client)
    if (!item) throw new Error('Nothing was raised')
    await officer.ask(compliance.decide, { id: item.id, words })
    return { client, id: item.id }
  }

  test('is reopened later with a reason, and what was decided is kept with it', async () => {
    const { client, id } = await decided()
    const decidedAt = portal.now()
    portal.wait(minutes(2))
    await expect(officer.ask(compliance.reopen, { id })).rejects.toMatchObject({
      code: 'invalid',
      fields: { reason: 'Please say why you’re reopening it.' },
    })
    await expect(officer.ask(compliance.reopen, { id, reason: 'Wrong' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { reason: 'Please use more than one word' },
    })
    const reason = 'The accounts were of another shop.'
    const earlier = [
      {
        words,
        at: decidedAt,
        by: 'Amara Okafor',
        reopenedAt: portal.now(),
        reopenedBy: 'Amara Okafor',
        reason,
      },
    ]
    expect(await officer.ask(compliance.reopen, { id, reason })).toMatchObject({ decision: null, earlier })
    expect(await itemsOf(client)).toMatchObject([{ id, decision: null, earlier }])
    await officer.ask(compliance.decide, { id, words: 'The right accounts match.' })
    expect(await itemsOf(client, 'decided')).toMatchObject([
      { decision: { words: 'The right accounts match.' }, earlier },
    ])
    const { rows } = await portal.pool.query(
      "select details from audit where event = 'compliance.item_reopened' and details->>'item' = $1",
      [id],
    )
    // The reason may be a suspicion, so it is kept with the item and not in the audit trail, which others read.
    expect(rows).toEqual([{ details: { item: id, kind: 'cash', decidedAt: decidedAt.toISOString() } }])
  })

  test('is undone within a minute without a reason, and what is open cannot be reopened', async () => {
    const { id } = await decided()
    expect(await officer.ask(compliance.reopen, { id })).toMatchObject({
      decision: null,
      earlier: [{ reason: '' }],
    })
    await expect(officer.ask(compliance.reopen, { id, reason: 'It is open already.' })).rejects.toMatchObject(
      {
        code: 'conflict',
        reason: 'not_decided',
      },
    )
  })
})

describe('nothing about it reaches the client', () => {
  const tipping = /wolfram|marmaduke|"high risk"|compliance|risk_marks?\b|possible conflict/i
  const person = newPerson()
  const mark = async () => {
    const client = await portal.client(person)
    const { id } = await open(client)
    await assess(client, { riskFactors: ['high_risk_country'] })
    const seller = { role: 'other_side', kind: 'person', name: 'Marmaduke Vane' } as const
    await priya.ask(matterParties.add, { id, ...seller, ...nothingElse })
    const heard: string[] = []
    const listener = await portal.pool.connect()
    listener.on('notification', ({ payload = '' }) => heard.push(payload))
    await listener.query('listen portico')
    await officer.ask(compliance.mark, { id, level: 'high', reason: secret })
    const [item] = await itemsOf(client)
    if (item) {
      await officer.ask(compliance.decide, { id: item.id, words: secret })
      await officer.ask(compliance.reopen, { id: item.id, reason: secret })
      await officer.ask(compliance.decide, { id: item.id, words: secret })
    }
    return { client, id, heard, listener }
  }
  let marked: Awaited<ReturnType<typeof mark>>
  // Not while the tests are collected: the tests above read the newest notice.
  beforeAll(async () => {
    marked = await mark()
  })

  test('in any response of the portal, whatever they request', async () => {
    const { client, id } = marked
    await askAssistant(client, 'Am I high risk? What did the compliance officer write about wolframite?')
    let answered = 0
    for (const endpoint of Object.values(api).flatMap((contract) => Object.values<Endpoint>(contract))) {
      if (endpoint.gives !== 'json' || endpoint.method !== 'GET') continue
      const { path } = addressOf(endpoint, { id, contactId: priya.user.id, from: '2026-11-10' })
      const { status, body } = await client.send('GET', path, undefined, {})
      // Their own question to the assistant may be shown to them.
      const text = JSON.stringify(body).replaceAll(/Am I high risk\?[^"]*/g, '')
      expect(text).not.toMatch(tipping)
      if (status === 200) answered += 1
    }
    expect(answered).toBeGreaterThan(15)
  })

  test('in an export, a PDF, an email or a live event', async () => {
    const { client, heard, listener } = marked
    await expect.poll(() => heard.join()).toContain(priya.user.id)
    listener.release(true)
    // The client care letter is created some time after the registration.
    await expect.poll(async () => (await client.ask(signatures.requests, {})).length).toBeGreaterThan(0)
    const { files } = await exportOf(portal, client)
    let pdfs = 0
    for (const [name, bytes] of files) {
      const isPdf = name.endsWith('.pdf')
      const text = isPdf ? (await textOfPdf(bytes)).text : bytes.toString()
      expect(`${name} ${text.replaceAll(/Am I high risk\?[^"]*/g, '')}`).not.toMatch(
        /wolfram|marmaduke|risk_mark/i,
      )
      if (isPdf) pdfs += 1
    }
    expect(pdfs).toBeGreaterThan(0)
    const mails = await mailsTo(portal, person.email)
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(mails)).not.toMatch(tipping)
    expect(heard.filter((payload) => payload.includes(client.user.id)).join()).not.toMatch(/compliance|cases/)
  })
})
