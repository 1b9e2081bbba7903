import { expect, test } from 'vitest'
import { assistant, knowledge } from '#contract/assistant/assistant.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { messageLength } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { send } from '#server/features/signatures/testing/signature-requests.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { letterOf } from './service.ts'
import { askAssistant, midway } from './testing/askers.ts'

const portal = await openPortal()
const said = async (client: Client) => (await client.ask(assistant.messages, {})).toReversed()

test('an answer comes bit by bit, is kept as it was told, and the conversation is there on every device', async () => {
  const ana = await portal.client()
  const { events, streamed, message } = await askAssistant(ana, 'Is my data secure?')
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3)
  expect(streamed).toBe(message.content)
  expect(await said(ana)).toMatchObject([
    { isUser: true, content: 'Is my data secure?', answer: null },
    {
      isUser: false,
      content: streamed,
      answer: { kind: 'knowledge', citations: [{ label: 'Is my data secure' }] },
    },
  ])
})

test('an answer names its source, and says that the firm has not reviewed it until it has', async () => {
  const [ana, priya] = [await portal.client(), await portal.staff('fee_earner')]
  const source = async () => (await askAssistant(ana, 'what is stamp duty')).answer.citations[0]
  expect(await source()).toMatchObject({
    label: 'Stamp duty',
    url: expect.stringContaining('gov.uk'),
    isDraft: true,
  })
  const article = (await priya.ask(knowledge.articles, {})).find(({ id }) => id === 'stamp-duty')
  if (!article) throw new Error('There is no such article.')
  const { id, title, body } = article
  const saved = await priya.ask(knowledge.save, { id, title, body, isReviewed: true })
  expect(saved).toMatchObject({ isChanged: false, reviewedAt: portal.now(), reviewedBy: 'Amara Okafor' })
  expect(await source()).toMatchObject({ isDraft: false })
  await priya.ask(knowledge.restore, { id })
  expect(await source()).toMatchObject({ isDraft: true })
})

test("the firm's own words are what clients are answered with, and the original comes back when it wants", async () => {
  const [ana, priya] = [await portal.client(), await portal.staff('fee_earner')]
  const answered = async () => (await askAssistant(ana, 'What are disbursements?')).answer.content
  const original = await answered()
  const body = '## What disbursements are\n\nSums that {firm} lays out for you, at cost.'
  await priya.ask(knowledge.save, { id: 'fees', title: 'Fees', body, isReviewed: true })
  expect(await answered()).toMatch(/^Sums that .+ lays out for you, at cost\.$/)
  await priya.ask(knowledge.restore, { id: 'fees' })
  expect(await answered()).toBe(original)
})

test('an answer that may not be what was meant says so, and offers the next ones, each of which is then answered', async () => {
  const ana = await portal.client()
  const { answer } = await askAssistant(ana, 'and what if I do not finish it today')
  expect(answer).toMatchObject({ kind: 'knowledge', offersPerson: true })
  expect(answer.content).toMatch(/^I'm not sure that I understood you. The nearest I have is about ".+":\n\n/)
  const others = answer.actions.filter(({ path }) => path.startsWith('/ai-chat?q='))
  expect(others.length).toBeGreaterThan(0)
  for (const { label, path } of others) {
    const query = new URLSearchParams(path.slice(path.indexOf('?'))).get('q') ?? ''
    expect(query).toBe(label)
    expect((await askAssistant(ana, query)).answer).toMatchObject({
      kind: 'knowledge',
      content: expect.not.stringContaining("I'm not sure"),
    })
  }
})

test('beside the no to a question for a solicitor stands what the firm tells everybody, and never of the portal', async () => {
  const ana = await portal.client()
  const answerTo = async (question: string) => (await askAssistant(ana, question)).answer
  const { kind, content, citations } = await answerTo('my boss wont pay my holiday is he allowed')
  expect([kind, citations.map(({ label }) => label)]).toEqual(['refusal', ['Work and employment']])
  expect(content).toMatch(/^That's a question for a solicitor.+\n\nIn general: /s)
  expect((await answerTo('my builder did a shocking job can i refuse to pay him')).citations).toEqual([])
  const { content: nothing, actions } = await answerTo('why was my document rejected')
  expect(nothing).toMatch(/^You haven't uploaded any documents yet\.\n\nIn general: The reason is shown/)
  expect(actions.length).toBeGreaterThan(0)
})

test('who asks for one document is told of that one, and that nothing has come where nothing has', async () => {
  const ana = await midway(portal)
  const answered = async (question: string) => (await askAssistant(ana, question)).answer.content
  expect(await answered('did my passport go through')).toMatch(
    /^We haven't had anything for "[^"]+" yet\.\n- statement\.pdf/,
  )
  expect(await answered('has my council tax bill been looked at yet')).toMatch(/^- statement\.pdf/)
})

test('the door below an answer leads to what the answer says', async () => {
  const ana = await portal.client()
  const doors = async (question: string) =>
    (await askAssistant(ana, question)).answer.actions.map(({ label }) => label)
  expect(await doors('can I change my mind')).toEqual(['Write to your team'])
  expect(await doors('how do I cancel my appointment')).toEqual(['Open Appointments'])
})

test('an article may say a heading twice, or begin one and say nothing: everybody is answered all the same', async () => {
  const [ana, priya] = [await portal.client(), await portal.staff('fee_earner')]
  const body =
    '## What disbursements are\r\nSums laid out for you.\n## \n## \n## Empty\n## What disbursements are\n\nAgain.'
  await priya.ask(knowledge.save, { id: 'fees', title: 'Fees', body, isReviewed: true })
  expect((await askAssistant(ana, 'What are disbursements?')).answer.content).toBe(
    'Sums laid out for you.\n\nAgain.',
  )
  await priya.ask(knowledge.restore, { id: 'fees' })
})

test('an article without a heading is refused with what it needs, and one that does not exist is not found', async () => {
  const priya = await portal.staff('fee_earner')
  const save = (id: string, body: string) =>
    priya.ask(knowledge.save, { id, title: 'Fees', body, isReviewed: false })
  await expect(save('fees', 'It depends.')).rejects.toMatchObject({ code: 'invalid', fields: { body: /##/ } })
  await expect(save('no-such-article', '## A\n\nB')).rejects.toMatchObject({ code: 'not_found' })
})

test('a question without an answer reaches the firm once, without the name and numbers of who asked', async () => {
  const [ana, priya] = [await portal.client(), await portal.staff('fee_earner')]
  const question = 'I am Amara Okafor, call 07700 900123: who repairs zeppelins'
  for (const _ of [1, 2]) expect((await askAssistant(ana, question)).answer.kind).toBe('unknown')
  const gap = (await priya.ask(knowledge.gaps, {})).find((candidate) =>
    candidate.question.includes('zeppelins'),
  )
  expect(gap).toMatchObject({
    question: 'I am (name) (name), call (number): who repairs zeppelins',
    times: 2,
  })
  await priya.ask(knowledge.closeGap, { id: gap?.id ?? '' })
  expect(await priya.ask(knowledge.gaps, {})).not.toContainEqual(gap)
})

test('an answer is judged with a reason, judged otherwise, or not at all, by whom it was given', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { message } = await askAssistant(ana, 'How do I pay?')
  const { id } = message
  expect(await ana.ask(assistant.rate, { id, verdict: 'unhelpful', reason: 'It was wrong' })).toMatchObject({
    verdict: 'unhelpful',
  })
  expect(await ana.ask(assistant.rate, { id, verdict: null })).toMatchObject({ verdict: null })
  await expect(ben.ask(assistant.rate, { id, verdict: 'helpful' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const [question] = await said(ana)
  await expect(ana.ask(assistant.rate, { id: question?.id ?? id, verdict: 'helpful' })).rejects.toMatchObject(
    {
      code: 'not_found',
    },
  )
})

test('a conversation is seen by its client alone, and is gone when the client clears it or starts over', async () => {
  const [ana, testuser] = [await portal.client(), await portal.client({ username: testUsername })]
  for (const client of [ana, testuser]) await askAssistant(client, 'How do I pay?')
  expect(await said(ana)).toHaveLength(2)
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await said(testuser)).toEqual([])
  expect(await said(ana)).toHaveLength(2)
  await ana.ask(assistant.clear, {})
  expect(await said(ana)).toEqual([])
})

test('each suggested question has an answer, for a new client and for one half-way through', async () => {
  for (const client of [await portal.client(), await midway(portal)]) {
    const suggestions = await client.ask(assistant.suggestions, {})
    expect(suggestions.length).toBeGreaterThanOrEqual(4)
    for (const question of suggestions)
      expect(['knowledge', 'file'], question).toContain((await askAssistant(client, question)).answer.kind)
  }
})

test('while onboarding comes first, doors lead to its conversation; afterwards to the tasks themselves', async () => {
  const ana = await portal.client()
  const doors = async () => (await askAssistant(ana, 'What do I still have to do?')).answer.actions
  expect((await doors())[0]).toEqual({ label: 'Continue verification', path: '/onboarding' })
  await ana.ask(onboarding.complete, {})
  expect((await doors())[0]).toMatchObject({ path: expect.stringMatching(/^\/\?task=/) })
})

test('too many questions in a row are asked to wait, and an endless one is refused', async () => {
  const strict = await openPortal({ isRateLimited: true })
  const ana = await strict.client()
  for (let count = 0; count < 60; count += 1) await askAssistant(ana, 'How do I pay?')
  const reply = await ana.send('POST', assistant.ask.path, { content: 'How do I pay?' }, {})
  expect(reply).toMatchObject({ status: 429, body: { code: 'too_many' } })
  const long = await ana.send('POST', assistant.ask.path, { content: 'x'.repeat(1001) }, {})
  expect(long).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test('a conversation goes to the team only so often', async () => {
  const limited = await openPortal({ isRateLimited: true })
  const ana = await limited.client()
  const ask = async () =>
    (await ana.send('POST', assistant.handOver.path, { words: 'Please ring.' }, {})).status
  for (let at = 0; at < 120; at += 1) expect(await ask()).toBe(201)
  expect(await ask()).toBe(429)
})

test('a letter to the team is no longer than a message may be, and loses its oldest lines first', () => {
  const said = Array.from({ length: 12 }, (_, at) => ({
    isUser: true,
    content: `${at} ${'x'.repeat(990)}`,
  }))
  const letter = letterOf(said, 'w'.repeat(2000))
  expect(letter.length).toBeLessThanOrEqual(messageLength)
  expect(letter.length).toBeGreaterThan(messageLength - 1000)
  expect(letter).toContain('Me: 11 x')
  expect(letter).not.toContain('Me: 0 x')
})

test('who asks about a case is told whose move it is, what comes next, and what the firm last noted of it', async () => {
  const [ana, admin] = [await midway(portal), await portal.staff('administrator')]
  const expected = {
    title: 'Flat 4',
    type: 'Property',
    priority: 'medium',
    description: 'My first home.',
  } as const
  await admin.ask(firm.joinTeam, { email: ana.user.email })
  const { id } = await ana.ask(matters.request, expected)
  await ana.ask(matters.request, {
    ...expected,
    title: 'A will',
    type: 'Wills and probate',
    description: 'Simple.',
  })
  await admin.ask(matters.open, { id, whose: 'client', nextStep: 'Read the answers of the seller' })
  await admin.ask(matters.note, {
    id,
    note: 'The local search is back, and there is nothing to worry about in it.',
  })
  await admin.ask(matters.note, { id, note: 'We have written to your lender.' })
  const answered = async (question: string) => (await askAssistant(ana, question)).answer
  for (const question of ['Have the searches come back?', 'what did the local search say'])
    expect((await answered(question)).content).toMatch(
      /^- Flat 4 .+: Your turn .+\n.+written to your lender|^- Flat 4[^]+The local search is back/,
    )
  expect((await answered('Have the searches come back?')).content).toContain('"The local search is back')
  const { content, citations } = await answered('What do I have to do next in my case?')
  expect(citations).toMatchObject([{ label: 'Your cases' }])
  expect(content).toMatch(
    /^- Flat 4 .+Next step: Read the answers of the seller\n  Stage: Instruction, since .+\n.+"We have written to your lender\."/,
  )
  expect((await answered('what do I still have to do')).content).toContain(
    'the next step is yours: Read the answers',
  )
  await portal.pool.query("update tasks set status = 'completed', reason = null where client_id = $1", [
    ana.user.id,
  ])
  await send(admin, ana)
  const left = await answered('what do I still have to do')
  expect(left.content).toMatch(
    /^Your tasks are done\..*\nYou still have a document to sign: .+\nIn your case/,
  )
  expect(left.actions).toContainEqual({ label: 'Read and sign', path: '/signatures' })
})

test('who asks for their solicitor is told the name, and led to the conversation', async () => {
  const [ana, admin] = [await portal.client(), await portal.staff('administrator')]
  const { user: priya } = await portal.staff('fee_earner')
  await admin.ask(firm.joinTeam, { email: ana.user.email })
  await admin.ask(firm.assign, { id: ana.user.id, feeEarnerId: priya.id, memberIds: [] })
  for (const question of [
    'Who is my solicitor?',
    'who is dealing with my purchase',
    'whats my solicitors name',
  ]) {
    const { content, citations, actions } = (await askAssistant(ana, question)).answer
    expect(content, question).toMatch(/^You're looked after by Amara Okafor\./)
    expect(citations[0], question).toMatchObject({ label: 'Your team' })
    expect(actions[0], question).toMatchObject({ label: 'Write to Amara' })
  }
})

test.each([
  ['how much have I paid so far', /You've paid £0\.00 so far\./],
  ['I forgot my two factor phone', /"Use a recovery code instead"/],
  ['what can I show instead of a passport', /two recent letters from public bodies/],
  ['my passport has expired and I do not drive', /two recent letters from public bodies/],
  ['my violent ex must not find my address', /must not find out your address/],
])('"%s" is answered with what helps', async (question, helps) => {
  const ana = await portal.client()
  expect((await askAssistant(ana, question)).answer.content).toMatch(helps)
})
