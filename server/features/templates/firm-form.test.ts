import { expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { field, formOf } from './shipped/common.ts'
import { funds, openMatters } from './testing/matters.ts'

const { portal, priya, publish, start, required, answer } = await openMatters()

test('a question that is removed after it was answered keeps its answer and wording', async () => {
  const asking = (...keys: string[]) => ({
    ...funds,
    form: formOf(['The money', keys.map((key) => field('text', { key, label: `What about ${key}?` }))]),
  })
  const { type, save } = await publish(asking('bank', 'city'))
  const ana = await portal.client()
  const { id } = await start(ana, type)
  const { id: taskId } = await required(ana, 'Your money')
  await ana.ask(forms.complete, { id: taskId, formData: { bank: 'A bank', city: 'London' } })
  await save([asking('bank')])
  await priya.ask(matterTemplates.move, { id, version: 2 })

  const [kept] = await ana.ask(forms.answers, { id: taskId })

  expect(kept?.formData).toEqual({ bank: 'A bank', city: 'London' })
  expect(kept?.questions?.sections[0]?.fields.map(({ label }) => label)).toEqual([
    'What about bank?',
    'What about city?',
  ])
})

test('answers to questions that have changed since are refused, and submitted to the new ones', async () => {
  const asking = (...keys: string[]) => ({
    ...funds,
    form: formOf(['The money', keys.map((key) => field('text', { key, label: `What about ${key}?` }))]),
  })
  const { type, save } = await publish(asking('bank', 'city'))
  const ana = await portal.client()
  const { id: matterId } = await start(ana, type)
  const { id } = await required(ana, 'Your money')
  const { questions } = await ana.ask(forms.draft, { id })
  await save([asking('bank', 'rent')])
  await priya.ask(matterTemplates.move, { id: matterId, version: 2 })
  const submitted = { id, formData: { bank: 'A bank', city: 'London' }, questions }

  await expect(ana.ask(forms.complete, submitted)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'form_changed',
  })
  expect(await ana.ask(forms.answers, { id })).toEqual([])

  const now = await ana.ask(forms.draft, { id })
  await ana.ask(forms.complete, {
    id,
    formData: { bank: 'A bank', rent: '£250' },
    questions: now.questions,
  })
  const [kept] = await ana.ask(forms.answers, { id })
  expect(kept?.formData).toEqual({ bank: 'A bank', rent: '£250' })
})

test('answers that break the rules of the firm’s own form are refused, each at its path', async () => {
  const { type } = await publish(funds)
  const ana = await portal.client()
  await start(ana, type)
  await expect(answer(ana, ['loan'])).rejects.toMatchObject({
    code: 'invalid',
    fields: { sources: 'Please choose one of the answers' },
  })
  await expect(answer(ana, [])).rejects.toMatchObject({ fields: { sources: 'Please fill this in' } })
})
