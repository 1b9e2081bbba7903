import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { type TaskKind, tasks } from '#contract/tasks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { questionnaire, riskAssessment } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const idOf = async (client: Client, kind: TaskKind) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task.id
}
const versionsOf = async (client: Client, id: Awaited<ReturnType<typeof idOf>>) =>
  (await client.ask(forms.answers, { id })).map(({ version }) => version)

test.each([
  ['client_questionnaire', questionnaire],
  ['risk_assessment', riskAssessment],
] as const)(
  'a double click on a %s is one submission, and both clicks are answered alike',
  async (kind, formData) => {
    const ana = await portal.client()
    const id = await idOf(ana, kind)
    const reversed = Object.fromEntries(Object.entries(formData).toReversed())
    const clicks = [formData, formData, reversed].map((answers) =>
      ana.ask(forms.complete, { id, formData: answers }),
    )
    const [first, ...others] = await Promise.all(clicks)
    for (const other of others) expect(other).toEqual(first)
    expect(await versionsOf(ana, id)).toEqual([1])
  },
)

test('submitting the same answers again ends a correction that was begun, without a new version', async () => {
  const ana = await portal.client()
  const id = await idOf(ana, 'client_questionnaire')
  await ana.ask(forms.complete, { id, formData: questionnaire })
  await ana.ask(forms.saveDraft, { id, formData: { occupation: 'Head' }, step: 2 })
  await ana.ask(forms.complete, { id, formData: questionnaire })
  expect(await ana.ask(forms.draft, { id })).toMatchObject({ formData: {} })
  await ana.ask(forms.complete, { id, formData: { ...questionnaire, occupation: 'Head' } })
  await ana.ask(forms.complete, { id, formData: questionnaire })
  expect(await versionsOf(ana, id)).toEqual([3, 2, 1])
})

test('the firm reads beside the newest answers what they replaced, newest first, and only the last ten', async () => {
  const ana = await portal.client()
  const boss = await portal.staff('administrator')
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const id = await idOf(ana, 'client_questionnaire')
  const submit = async (occupation: string) => {
    portal.wait(minutes(1))
    await ana.ask(forms.complete, { id, formData: { ...questionnaire, occupation } })
  }
  const read = async () => {
    const [answers] = await boss.ask(forms.ofClient, { id: ana.user.id })
    return answers
  }
  await submit('Teacher')
  const submittedAt = portal.now()
  expect(await read()).toMatchObject({ version: 1, earlier: [] })
  await submit('Head')
  expect(await read()).toMatchObject({
    version: 2,
    formData: { occupation: 'Head' },
    earlier: [{ version: 1, formData: questionnaire, questions: null, submittedAt }],
  })
  for (const version of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) await submit(`Job ${version}`)
  const answers = await read()
  expect(answers?.version).toBe(12)
  expect(answers?.earlier.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})

test("yesterday is a past date of birth half an hour after London's midnight in summer, when it is still today in UTC", async () => {
  portal.wait(new Date('2027-07-01T23:30:00Z').getTime() - portal.now().getTime())
  const ana = await portal.client()
  const id = await idOf(ana, 'client_questionnaire')
  const born = (dob: string) => ana.ask(forms.complete, { id, formData: { ...questionnaire, dob } })
  await expect(born('2027-07-02')).rejects.toMatchObject({ fields: { dob: expect.any(String) } })
  expect(await born('2027-07-01')).toMatchObject({ status: 'completed' })
})
