import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { startJointPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'
import { askAssistant } from './testing/askers.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** Two clients of one case. */
async function couple(firstName = 'Nadia') {
  const [nadia, tom] = [
    await portal.client({ firstName, lastName: 'Lindholm' }),
    await portal.client({ firstName: 'Tom', lastName: 'Lindholm' }),
  ]
  await startJointPurchase(priya, [nadia, tom])
  return { nadia, tom }
}

test.each([
  'What did Nadia write to the firm?',
  'Has Nadia sent her bank statement?',
  'What is left for Nadia to do?',
  'what are Nadia’s tasks',
])('“%s” is not answered with the asker’s own file', async (question) => {
  const { nadia, tom } = await couple()
  await nadia.ask(messages.send, { receiverId: priya.user.id, content: 'I owe my brother £4,000.' })
  const { answer } = await askAssistant(tom, question)
  expect(answer.content).toMatch(/^I can only see your own file, so I can't tell you what Nadia has written/)
  expect(answer.content).not.toContain('brother')
  expect(answer.actions).toEqual([{ label: 'Open Cases', path: '/cases' }])
})

test('what both of them have to do, and what the asker has, is answered as ever', async () => {
  const { tom } = await couple()
  for (const question of ['Does Nadia need to sign too?', 'What do I have to do next?'])
    expect((await askAssistant(tom, question)).answer.content).not.toMatch(/^I can only see your own file/)
})

const refusal = /^I can only see your own file/
test.each([
  ['May', 'Is my appointment for May 5 still on?'],
  ['May', 'Is my appointment on the 5th of May still on?'],
  ['Will', 'Will documents be sent to me by post?'],
  ['Will', 'What will messages to the firm cost me?'],
  ['Mark', 'Will you mark tasks as done for me?'],
  ['Mark', 'Mark documents I have sent as read, please'],
  ['Bill', 'Where do I see my bill paid?'],
  ['Grace', 'Is there a period of grace for my payment?'],
])('where the other client is called %s, “%s” is about no one else', async (name, question) => {
  const { tom } = await couple(name)
  expect((await askAssistant(tom, question)).answer.content).not.toMatch(refusal)
})

test.each([
  ['May', 'What is left for May to do?'],
  ['Will', 'Has Will signed the lease?'],
  ['Mark', 'Mark’s documents: which are there?'],
  ['Bill', "Which of Bill's tasks are open, and has Bill paid?"],
  ['Grace', 'What did Grace write to the firm?'],
])('where the other client is called %s, “%s” is about them', async (name, question) => {
  const { tom } = await couple(name)
  expect((await askAssistant(tom, question)).answer.content).toMatch(refusal)
})
