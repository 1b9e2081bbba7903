// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirmForm, RowField } from '#contract/forms/firm-form.ts'
import { open, press, step } from './testing.tsx'

const rowOf = (key: string, label: string): RowField => ({
  key,
  kind: 'text',
  label,
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
})
const field = (key: string, label: string) => ({ ...rowOf(key, label), fields: [] })
const form: FirmForm = {
  sections: [
    { title: 'The price', fields: [field('price', 'Which price?'), field('deposit', 'Which deposit?')] },
    { title: 'The money', fields: [field('savings', 'Which savings?'), field('gifts', 'Which gifts?')] },
  ],
}

/** Opens the dialog of a step with a form. `keysOf` presses Done, saves the draft, and returns its questions by page. */
const edit = async (start = form) => {
  const { kept } = open(step('funds', { asks: 'firm_form', form: start }))
  await press('Edit Send funds')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit step' }))
  const click = (name: string) => userEvent.click(dialog.getByRole('button', { name }))
  const saved = async () => {
    await click('Done')
    await press('Save draft')
    await expect.poll(() => kept().draft?.steps[0]?.form ?? null).not.toBeNull()
    return kept().draft?.steps[0]?.form?.sections ?? []
  }
  const keysOf = async () => (await saved()).map(({ fields }) => fields.map(({ key }) => key))
  return { dialog, click, saved, keysOf }
}

test('a question that was removed is put back where it was, whatever else was changed since', async () => {
  const { dialog, click, keysOf } = await edit()
  await click('Remove Which price?')
  expect(dialog.getByText('“Which price?” was removed.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Put it back' })).toHaveFocus()
  const places = dialog
    .getAllByText(/^“Which price\?” was removed\.$|^Page \d$/)
    .map((place) => place.textContent)
  expect(places).toEqual(['Page 1', '“Which price?” was removed.', 'Page 2'])
  await click('Remove Which gifts?')
  await click('Move Which deposit? down')
  await click('Put it back')
  expect(dialog.getByDisplayValue('Which gifts?')).toHaveFocus()
  await click('Put it back')
  expect(dialog.queryByRole('button', { name: 'Put it back' })).not.toBeInTheDocument()
  expect(await keysOf()).toEqual([['price'], ['deposit', 'gifts', 'savings']])
})

test('a page that was removed is put back with its questions', async () => {
  const { dialog, click, keysOf } = await edit()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Remove page' })[0] as HTMLElement)
  expect(dialog.getByText('Page “The price” and its 2 questions were removed.')).toBeVisible()
  await click('Put it back')
  expect(await keysOf()).toEqual([
    ['price', 'deposit'],
    ['savings', 'gifts'],
  ])
})

test('a question of a group that was removed is put back', async () => {
  const rows = [rowOf('giver', 'Who gives it?'), rowOf('sum', 'How much is it?')]
  const group = { ...field('gifts', 'Which gifts?'), kind: 'group' as const, fields: rows }
  const { click, saved } = await edit({ sections: [{ title: 'The money', fields: [group] }] })
  await click('Remove Who gives it?')
  await click('Put it back')
  expect((await saved())[0]?.fields[0]?.fields).toEqual(rows)
})

test('a question at the end of a page moves on to the next one, and back', async () => {
  const { dialog, click, keysOf } = await edit()
  await click('Move Which deposit? down')
  expect(dialog.getByDisplayValue('Which deposit?')).toHaveFocus()
  await click('Move Which savings? up')
  await click('Move Which savings? up')
  expect(dialog.getByRole('button', { name: 'Move Which price? up' })).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Move Which gifts? down' })).toBeDisabled()
  expect(await keysOf()).toEqual([
    ['price', 'savings'],
    ['deposit', 'gifts'],
  ])
})
