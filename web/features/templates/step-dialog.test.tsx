// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type FirmForm, fieldsOf } from '#contract/forms/firm-form.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { sourcesForm } from '#contract/templates/testing/sources-form.ts'
import { open, press, step } from './testing.tsx'

const funds = step('funds', { asks: 'firm_form', form: sourcesForm })

/** Opens the dialog of a step, and returns what is in it. */
const edit = async (title: string) => {
  await press(`Edit ${title}`)
  return within(await screen.findByRole('dialog', { name: 'Edit step' }))
}
type Dialog = Awaited<ReturnType<typeof edit>>
const done = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Done' }))
const paste = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const saveDraft = async (kept: () => { draft: { steps: TemplateStep[] } | null }) => {
  await press('Save draft')
  await waitFor(() => expect(kept().draft).not.toBeNull())
  return kept().draft?.steps ?? []
}
const questionsIn = (steps: TemplateStep[]) => fieldsOf(steps[0]?.form as FirmForm)

test('a step that is refused leads to the field that is wrong', async () => {
  open(step('one'))
  const dialog = await edit('Send one')
  const title = dialog.getByLabelText(/^Title \*|^Title$/)
  await userEvent.clear(title)
  await done(dialog)
  await waitFor(() => expect(title).toHaveFocus())
})

test('each thing in a step that is too long or too many is named at its field', async () => {
  const many = Array.from({ length: 11 }, (_, index) => `n${index}`)
  open(funds, ...many.map((key) => step(key)))
  const dialog = await edit('Send funds')
  const hint = dialog.getByLabelText(/^Hint/)
  await paste(hint, 'h'.repeat(301))
  await done(dialog)
  expect(await dialog.findByText('Please use at most 300 characters')).toBeVisible()
  expect(hint).toHaveFocus()
  await userEvent.clear(hint)

  const answers = dialog.getByLabelText(/^Answers to choose from/)
  await paste(answers, Array.from({ length: 21 }, (_, index) => `Answer ${index}`).join('\n'))
  await done(dialog)
  expect(await dialog.findByText('Please keep to 20 answers')).toBeVisible()
  expect(answers).toHaveFocus()
  await paste(answers, `Savings\n${'g'.repeat(121)}`)
  await done(dialog)
  expect(await dialog.findByText('Please use at most 120 characters')).toBeVisible()
  await paste(answers, 'Savings\nA gift')

  for (const key of many) await userEvent.click(dialog.getByRole('checkbox', { name: `Send ${key}` }))
  await done(dialog)
  expect(await dialog.findByText('Please keep to 10 steps')).toBeVisible()
})

test('what a paste brings that nobody sees is left out of a step', async () => {
  const { kept } = open(funds)
  const dialog = await edit('Send funds')
  await paste(dialog.getByLabelText(/^Title \*|^Title$/), 'Your\u200b lease\ufeff')
  await paste(dialog.getByLabelText(/^Answers to choose from/), 'Savings\t£\nA\u00ad gift')
  await done(dialog)
  await closed()
  const [first] = await saveDraft(kept)
  expect(first?.title).toBe('Your lease')
  expect(questionsIn([first as TemplateStep])[0]?.offers.map(({ label }) => label)).toEqual([
    'Savings £',
    'A gift',
  ])
})

test('a step no longer waits for, depends on or is due after one that was removed once that is unticked', async () => {
  const facts = {
    waitsFor: ['funds'],
    condition: { step: 'funds', field: 'sources', value: 'gift' },
    due: { from: 'step', step: 'funds', days: 3 },
  } as const
  const { kept } = open(funds, step('one', { ...facts, waitsFor: [...facts.waitsFor] }))
  await press('Remove Send funds')
  expect(screen.getByRole('list', { name: 'Steps' })).toHaveTextContent(
    'due 3 days after a step that’s no longer here · after a step that’s no longer here · only if an earlier answer that’s no longer offered',
  )
  const dialog = await edit('Send one')
  const waits = dialog.getByRole('checkbox', { name: 'A step that’s no longer here' })
  expect(waits).toBeChecked()
  await userEvent.click(waits)
  const due = dialog.getByRole('combobox', { name: 'Due' })
  expect(due).toHaveDisplayValue('Days after a step that’s no longer here')
  await userEvent.selectOptions(due, 'No date')
  const condition = dialog.getByRole('combobox', { name: /^Asked only if/ })
  expect(condition).toHaveDisplayValue('An answer that’s no longer offered')
  await userEvent.selectOptions(condition, 'Always asked')
  await done(dialog)
  await closed()
  expect(screen.queryByText('Before you can publish')).toBeNull()
  expect(await saveDraft(kept)).toMatchObject([{ waitsFor: [], condition: null, due: { from: 'none' } }])
})

test('a question can be asked always again after the one it depended on was removed', async () => {
  const [sources] = fieldsOf(sourcesForm)
  const giver = {
    ...(sources as NonNullable<typeof sources>),
    key: 'giver',
    label: 'Who gives it?',
    kind: 'text' as const,
    offers: [],
    shownWhen: { field: 'sources', value: 'gift' },
  }
  const form = { sections: [{ title: 'The money', fields: [...fieldsOf(sourcesForm), giver] }] }
  const { kept } = open({ ...funds, form })
  const dialog = await edit('Send funds')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Where does it come from?' }))
  const shownIf = dialog.getByRole('combobox', { name: 'Asked if' })
  expect(shownIf).toHaveDisplayValue('An answer that’s no longer offered')
  await userEvent.selectOptions(shownIf, 'Always')
  await done(dialog)
  await closed()
  expect(questionsIn(await saveDraft(kept))).toMatchObject([{ key: 'giver', shownWhen: null }])
})

test('a new question never takes the place of one that was removed', async () => {
  const add = async (label: string) => {
    const dialog = await edit('Send funds')
    await userEvent.click(dialog.getByRole('button', { name: 'Add question' }))
    await userEvent.type(dialog.getAllByRole('textbox', { name: /^Question/ }).at(-1) as HTMLElement, label)
    await done(dialog)
    await closed()
  }
  const { kept } = open(funds)
  await add('What is the price?')
  const before = questionsIn(await saveDraft(kept)).map(({ key }) => key)
  const dialog = await edit('Send funds')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove What is the price?' }))
  await done(dialog)
  await closed()
  await add('Who is the agent?')
  await press('Save draft')
  await waitFor(() => expect(kept().draft?.revision).toBe(2))
  const [, added] = questionsIn(kept().draft?.steps ?? [])
  expect(added?.label).toBe('Who is the agent?')
  expect(before).not.toContain(added?.key)
})

test('an answer to choose keeps what it stands for when others are put before it', async () => {
  const { kept } = open(funds)
  const [sources] = fieldsOf(sourcesForm)
  const valueOf = (label: string) => sources?.offers.find((offer) => offer.label === label)?.value
  const dialog = await edit('Send funds')
  const answers = dialog.getByLabelText(/^Answers to choose from/)
  fireEvent.change(answers, { target: { value: 'A loan\nSavings' } })
  await done(dialog)
  await closed()
  const [question] = questionsIn(await saveDraft(kept))
  const [loan, savings] = question?.offers ?? []
  expect(savings?.value).toBe(valueOf('Savings'))
  expect([valueOf('Savings'), valueOf('A gift')]).not.toContain(loan?.value)
})
