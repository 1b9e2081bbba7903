import { expect, test } from 'vitest'
import { compliance } from '#contract/compliance.ts'
import { forms, type RiskAssessment } from '#contract/forms/forms.ts'
import { tasks } from '#contract/tasks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { riskAssessment } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const officer = await portal.staff('compliance_officer')

const assess = async (client: Client, answers: Partial<RiskAssessment>) => {
  const task = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'risk_assessment')
  if (!task) throw new Error('The template has no risk assessment')
  await client.ask(forms.complete, { id: task.id, formData: { ...riskAssessment, ...answers } })
}
const itemsOf = async (client: Client, state: 'open' | 'decided' = 'open') =>
  (await officer.ask(compliance.items, { state })).filter((item) => item.client.id === client.user.id)

test('an item says when the client stopped giving the answer behind it, and no longer once they give it again', async () => {
  const client = await portal.client()
  const exposed = { politicallyExposed: true, politicallyExposedDetails: 'My aunt is an ambassador.' }
  await assess(client, { ...exposed, riskFactors: ['cash_intensive'] })
  expect((await itemsOf(client)).map(({ changedAt }) => changedAt)).toEqual([null, null])
  portal.wait(minutes(5))
  const changedAt = portal.now()
  await assess(client, { riskFactors: ['cash_intensive'] })
  const items = await itemsOf(client)
  expect(items).toMatchObject([
    { kind: 'politically_exposed', changedAt },
    { kind: 'cash', changedAt: null },
  ])
  portal.wait(minutes(5))
  await assess(client, { riskFactors: [] })
  expect((await itemsOf(client))[0]?.changedAt).toEqual(changedAt)
  await assess(client, exposed)
  expect((await itemsOf(client))[0]?.changedAt).toBeNull()
})

test('a decided item stays decided when its answer is changed, and says so', async () => {
  const client = await portal.client()
  await assess(client, { riskFactors: ['cash_intensive'] })
  const [item] = await itemsOf(client)
  if (!item) throw new Error('Nothing was raised')
  await officer.ask(compliance.decide, { id: item.id, words: 'Till receipts match the accounts.' })
  portal.wait(minutes(5))
  await assess(client, {})
  expect(await itemsOf(client, 'decided')).toMatchObject([{ id: item.id, changedAt: portal.now() }])
})
