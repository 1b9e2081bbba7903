import { expect, test } from 'vitest'
import { topics } from '#contract/chat.ts'
import { openLocalAssistant } from './local.ts'

const firm = {
  name: 'Hartley & Rowe',
  telephone: '020 7946 0123',
  hours: 'Mon–Fri 9–5',
  email: 'hello@hartley.example',
}
const ask = (message: string, change: { checker?: string; firm?: typeof firm } = {}) =>
  openLocalAssistant().reply(
    { message, stage: 'consent', context: {}, firm, checker: null, ...change },
    new AbortController().signal,
  )

test.each(topics)('the suggested topic "%s" has an answer', async (topic) => {
  expect(await ask(topic)).not.toContain('I am not sure')
})

test.each([
  ['which papers for proof of address?', 'utility bill'],
  ['Where do I show my source of funds', 'A gift'],
  ['is it encrypted', 'on its own machine'],
  ['can I use my driving licence', 'passport'],
  ['HELP', '020 7946 0123 (Mon–Fri 9–5)'],
])('%j is answered with %j', async (question, words) => {
  expect(await ask(question)).toContain(words)
})

test('who checks is named as it is', async () => {
  expect(await ask('Is my data secure?', { checker: 'Trusted Partner Ltd' })).toContain(
    'They are checked by Trusted Partner Ltd.',
  )
})

test('what it does not know it says, and names a person only as far as the firm does', async () => {
  expect(await ask('Tell me a joke')).toMatch(
    /^I am not sure about that. To reach a person at Hartley & Rowe/,
  )
  const silent = { ...firm, telephone: '', hours: '', email: '' }
  expect(await ask('Tell me a joke', { firm: silent })).not.toContain('call')
})
