import { expect, test } from 'vitest'
import { everythingOn, isNotified, NoticeTopic, type NotificationChoices } from './notifications.ts'

const topicsFor = (choices: NotificationChoices) => ({
  email: NoticeTopic.options.filter((topic) => isNotified(choices, topic, 'email')),
  inApp: NoticeTopic.options.filter((topic) => isNotified(choices, topic, 'inApp')),
})
/** Returns the topics that are no longer sent once this switch is off. */
const silencedBy = (choices: NotificationChoices) => {
  const { email, inApp } = topicsFor(choices)
  const missing = (list: NoticeTopic[]) => NoticeTopic.options.filter((topic) => !list.includes(topic))
  return { email: missing(email), inApp: missing(inApp) }
}
const { email, inApp } = everythingOn

test('every notification is sent until a person chooses otherwise', () => {
  expect(silencedBy(everythingOn)).toEqual({ email: [], inApp: [] })
})

test.each([
  ['documentUpdates', ['documents', 'signatures']],
  ['taskReminders', ['tasks']],
  ['appointmentReminders', ['appointments']],
  ['paymentConfirmations', ['payments']],
] as const)('without %s by mail, the bell still tells of it', (name, topics) => {
  const choices = { ...everythingOn, email: { ...email, [name]: false } }
  expect(silencedBy(choices)).toEqual({ email: topics, inApp: [] })
})

test.each([
  ['messages', ['messages'], ['messages']],
  ['documentStatus', [], ['documents']],
  ['caseUpdates', ['cases'], ['cases']],
] as const)(
  'without %s in the portal, mail about it goes where it has no switch of its own',
  (name, mails, bell) => {
    const choices = { ...everythingOn, inApp: { ...inApp, [name]: false } }
    expect(silencedBy(choices)).toEqual({ email: mails, inApp: bell })
  },
)

test('notifications about the account are sent whatever is switched off', () => {
  const off = <T extends Record<string, boolean>>(switches: T) =>
    Object.fromEntries(Object.keys(switches).map((name) => [name, false])) as T
  const silent = topicsFor({ ...everythingOn, email: off(email), inApp: off(inApp) })
  expect(silent.email).toEqual(['account'])
  expect(silent.inApp).toEqual(['tasks', 'appointments', 'payments', 'signatures', 'account'])
})
