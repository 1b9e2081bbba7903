// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { templates } from '#contract/templates/templates.ts'
import { sourcesForm } from '#contract/templates/testing/sources-form.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { keyFrom } from './draft.ts'
import { TemplatesPage } from './page.tsx'
import { open, openUnpublished, press, step, titles } from './testing.tsx'

const funds = step('funds', { asks: 'firm_form', form: sourcesForm })
const gift = step('gift', { condition: { step: 'funds', field: 'sources', value: 'gift' } })

test('a step is moved by the keyboard, its new place is said, and the draft is published with a note', async () => {
  const { kept, notes } = open(step('one'), step('two'), step('three'))
  const down = await screen.findByRole('button', { name: 'Move Send one down' })
  down.focus()
  await userEvent.keyboard('{Enter}')
  expect(await titles()).toEqual(['Send two', 'Send one', 'Send three'])
  expect(screen.getByText('Send one is now step 2 of 3')).toBeInTheDocument()

  await press('Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish this template' }))
  await userEvent.type(dialog.getByLabelText(/^What has changed/), 'Two comes first')
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))

  await waitFor(() => expect(notes).toEqual(['Two comes first']))
  expect(kept().versions[0]?.steps.map(({ key }) => key)).toEqual(['two', 'one', 'three'])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull())
})

test('a step that the keyboard moves to the end keeps the focus, and goes no further', async () => {
  open(step('one'), step('two'))
  const down = await screen.findByRole('button', { name: 'Move Send one down' })
  down.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(await titles()).toEqual(['Send two', 'Send one'])
  expect(screen.getByRole('button', { name: 'Move Send one down' })).toHaveFocus()
})

test('changes that were not saved are kept as a draft when the page is left', async () => {
  const { kept, leave } = open(step('one'), step('two'))
  await press('Move Send one down')
  leave()
  await waitFor(() => expect(kept().draft?.steps.map(({ key }) => key)).toEqual(['two', 'one']))
})

test('unsaved changes to a template are not lost by a reload without being asked', async () => {
  open(step('one'), step('two'))
  await press('Move Send one down')
  expect(asksBeforeUnload()).toBe(true)
  await press('Save draft')
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})

test('changes to a version are not saved over one that a colleague has published since', async () => {
  const { kept, publishElsewhere } = open(step('one'), step('two'))
  await press('Move Send one down')
  publishElsewhere(step('one'))
  await press('Save draft')
  expect(await screen.findByText('Your draft is not saved yet')).toBeInTheDocument()
  expect(kept().draft).toBeNull()
})

test('discarding changes that were never saved leaves a draft that a colleague has saved since', async () => {
  const { kept, draftElsewhere } = open(step('one'), step('two'))
  await press('Move Send one down')
  draftElsewhere(step('three'))
  await press('Discard draft')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }),
  )
  await waitFor(async () => expect(await titles()).toEqual(['Send one', 'Send two']))
  expect(kept().draft?.savedBy).toBe('Ines Hart')
})

test('a template that was never published can be removed, which leads back to the list', async () => {
  const { kept } = openUnpublished(step('one'))
  await press('Remove template')
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this template?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove template' }))
  expect(await screen.findByText('Template removed')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to it' })).toBeInTheDocument()
  expect(kept().draft).toBeNull()
})

test('a step that waits for itself through another is reported, and nothing can be published', async () => {
  open(step('one'), step('two', { waitsFor: ['one'] }))
  await press('Edit Send one')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit step' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Send two' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('Before you can publish')).toBeVisible()
  expect(screen.getAllByText(/It opens only after itself, through/)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled()
})

test('a removed step is put back where it was, with whatever was changed meanwhile', async () => {
  open(step('one'), step('two'), step('three'))
  await press('Remove Send two')
  expect(await titles()).toEqual(['Send one', 'Send three'])
  expect(screen.getByRole('button', { name: 'Remove Send three' })).toHaveFocus()
  await press('Move Send three up')
  await press('Undo')
  expect(await titles()).toEqual(['Send three', 'Send two', 'Send one'])
})

test('what was typed into a step is lost neither by Escape nor by a reload without being asked', async () => {
  open(step('one'))
  await press('Edit Send one')
  const dialog = () => within(screen.getByRole('dialog', { name: 'Edit step' }))
  await screen.findByRole('dialog', { name: 'Edit step' })
  await userEvent.type(dialog().getByLabelText(/^Words below/), 'Both sides, please.')
  expect(asksBeforeUnload()).toBe(true)
  const click = (name: string) => userEvent.click(dialog().getByRole('button', { name }))
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => click('Cancel'), () => click('Close')]) {
    await leave()
    const question = within(await screen.findByRole('alertdialog', { name: /^Discard your changes/ }))
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(dialog().getByLabelText(/^Words below/)).toHaveValue('Both sides, please.')
  }
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  await press('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
  await press('Edit Send one')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a step that was only read closes by Escape without a question', async () => {
  open(step('one'))
  await press('Edit Send one')
  await screen.findByRole('dialog', { name: 'Edit step' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a note about what has changed is lost neither by Escape nor by a reload without being asked', async () => {
  const { notes } = open(step('one'), step('two'))
  await press('Move Send one down')
  await press('Publish')
  const note = await screen.findByLabelText(/^What has changed/)
  await userEvent.type(note, 'Two comes first')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard your note?' })
  await press('Keep editing')
  expect(note).toHaveValue('Two comes first')
  await userEvent.keyboard('{Escape}')
  await press('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notes).toEqual([])
})

test('the name of a new template is not lost by Escape without being asked', async () => {
  show(<TemplatesPage />, [
    answer(accounts.current, () => personOf({ role: 'administrator' })),
    answer(templates.list, () => []),
  ])
  await press('New template')
  const name = await screen.findByLabelText(/^Type of case/)
  await userEvent.type(name, 'Lease extension')
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard what you wrote?' })
  await press('Keep editing')
  expect(name).toHaveValue('Lease extension')
})

test('a step without a title shows an error at its field', async () => {
  open(step('one'))
  await press('Add step')
  const dialog = within(await screen.findByRole('dialog', { name: 'New step' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await dialog.findByText('Please say what is to be done')).toBeVisible()
})

test('sample answers show what would open', async () => {
  open(funds, gift)
  await userEvent.click(await screen.findByRole('tab', { name: 'Try answers' }))
  const outcome = within(await screen.findByRole('list', { name: 'What would open' }))
  const stateOf = (title: string) => outcome.getByText(title).closest('li')?.textContent
  expect(stateOf('Send gift')).toContain('Waiting')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Savings' }))
  expect(stateOf('Send gift')).toContain('Not asked')
  await userEvent.click(screen.getByRole('checkbox', { name: 'A gift' }))
  expect(stateOf('Send gift')).toContain('Open')
})

test('whoever comes back to a template goes on from the draft that was saved when they left', async () => {
  const { kept } = open(step('one'), step('two'), step('three'))
  await press('Move Send one down')
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(kept().draft?.revision).toBe(1))
  await userEvent.click(screen.getByRole('link', { name: 'Back to it' }))
  await waitFor(async () => expect(await titles()).toEqual(['Send two', 'Send one', 'Send three']))

  await press('Move Send one down')
  await press('Save draft')
  await waitFor(() => expect(kept().draft?.revision).toBe(2))
  expect(kept().draft?.steps.map(({ key }) => key)).toEqual(['two', 'three', 'one'])
})

test('the choices of a step tell apart others of one title by whose they are', async () => {
  open(step('mine'), step('director', { roles: ['director'], title: 'Send mine' }), step('last'))
  await press('Edit Send last')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit step' }))
  expect(dialog.getByRole('checkbox', { name: 'Send mine' })).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: 'Send mine (for the director)' })).toBeVisible()
  const option = dialog.getByRole('option', { name: 'Days after “Send mine (for the director)”' })
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Due' }), option)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Send mine (for the director)' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  const [, , last] = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(last).toHaveTextContent(/due 7 days after “Send mine \(for the director\)”/)
  expect(last).toHaveTextContent(/· after “Send mine \(for the director\)”/)
  expect(screen.getByRole('button', { name: 'Remove Send mine (for the director)' })).toBeVisible()
})

test('steps of one title say in the sample answers whose they are and what they wait for', async () => {
  open(
    funds,
    step('mine'),
    step('giver', { roles: ['giver_of_funds'], condition: gift.condition, title: 'Send mine' }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Try answers' }))
  expect(screen.getByRole('checkbox', { name: 'Send mine' })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Send mine (for the giver of funds)' })).toBeVisible()
  const outcome = within(await screen.findByRole('list', { name: 'What would open' }))
  const row = outcome.getByText('Send mine (for the giver of funds)').closest('li')
  expect(row).toHaveTextContent('only if “Where does it come from?” is “A gift”')
})

test('a sample answer takes the place of another where only one may be chosen', async () => {
  const [section] = sourcesForm.sections
  const fields = section?.fields.map((question) => ({ ...question, kind: 'choice' as const })) ?? []
  const single = { ...funds, form: { sections: [{ title: 'The money', fields }] } }
  open(single, gift)
  await userEvent.click(await screen.findByRole('tab', { name: 'Try answers' }))
  const outcome = within(await screen.findByRole('list', { name: 'What would open' }))
  await userEvent.click(screen.getByRole('radio', { name: 'A gift' }))
  expect(outcome.getByText('Send gift').closest('li')).toHaveTextContent('Open')
  await userEvent.click(screen.getByRole('radio', { name: 'Savings' }))
  expect(outcome.getByText('Send gift').closest('li')).toHaveTextContent('Not asked')
})

test('the preview asks the questions as the client reads them', async () => {
  open(funds, gift)
  await userEvent.click(await screen.findByRole('tab', { name: 'Preview' }))
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send funds' }))
  expect(await dialog.findByRole('group', { name: /^Where does it come from/ })).toBeVisible()
})

test('a key is made from the question, and never used twice', () => {
  expect(keyFrom('What price have you agreed?', [])).toBe('what_price_have_you_agre')
  expect(keyFrom('Café', ['cafe'])).toBe('cafe_2')
  expect(keyFrom('2026', [])).toBe('step')
})
