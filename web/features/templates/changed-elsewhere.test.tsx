// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sendToPages } from '#web/shell/testing.tsx'
import { open, openLive, press, step, titles } from './testing.tsx'

const hear = () => act(async () => sendToPages({ type: 'changed', topics: ['templates'] }))
const versions = async () => {
  await userEvent.click(await screen.findByRole('tab', { name: 'Versions' }))
  return screen.findByText('Version 2')
}

test('a save that is refused because a colleague has published shows their version, and keeps what was written', async () => {
  const { publishElsewhere } = open(step('one'), step('two'))
  await press('Move Send one down')
  publishElsewhere(step('three'))
  await press('Save draft')
  expect(await screen.findByText(/· Version 2, published/)).toBeVisible()
  expect(await titles()).toEqual(['Send two', 'Send one'])
  expect(await versions()).toBeVisible()
})

test('a version that a colleague publishes is on the open page at once, beside what was written', async () => {
  const { publishElsewhere } = openLive(step('one'), step('two'))
  await press('Move Send one down')
  publishElsewhere(step('three'))
  await hear()
  expect(await screen.findByText(/· Version 2, published/)).toBeVisible()
  expect(await titles()).toEqual(['Send two', 'Send one'])
  expect(await versions()).toBeVisible()
})

test('the steps that a colleague publishes take the place of those on an open page where nothing was written', async () => {
  const { publishElsewhere } = openLive(step('one'), step('two'))
  expect(await titles()).toEqual(['Send one', 'Send two'])
  publishElsewhere(step('three'))
  await hear()
  expect(await screen.findByText(/· Version 2, published/)).toBeVisible()
  expect(await titles()).toEqual(['Send three'])
})

test('a step that is being edited is not saved over what a colleague publishes meanwhile', async () => {
  const { kept, publishElsewhere } = openLive(step('one'), step('two'))
  await press('Edit Send one')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit step' }))
  await userEvent.type(dialog.getByLabelText(/^Words below/), 'Both')
  publishElsewhere(step('one', { description: 'One side.' }))
  await hear()
  expect(await screen.findByText(/· Version 2, published/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await press('Save draft')
  expect(await screen.findByText('Your draft is not saved yet')).toBeVisible()
  expect(await titles()).toEqual(['Send one', 'Send two'])
  expect(kept().draft).toBeNull()
})

const discard = async () => {
  await press('Discard draft')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }),
  )
}

test('a saved draft is discarded, and the published steps are back', async () => {
  const { kept } = open(step('one'), step('two'))
  await press('Move Send one down')
  await press('Save draft')
  expect(await screen.findByText(/Draft saved/)).toBeVisible()
  await discard()
  await waitFor(async () => expect(await titles()).toEqual(['Send one', 'Send two']))
  expect(kept().draft).toBeNull()
})

test('discarding a saved draft leaves what a colleague has saved over it since, and shows theirs', async () => {
  const { kept, draftElsewhere } = open(step('one'), step('two'))
  await press('Move Send one down')
  await press('Save draft')
  expect(await screen.findByText(/Draft saved/)).toBeVisible()
  draftElsewhere(step('three'))
  await discard()
  expect(await screen.findByText('The draft could not be discarded')).toBeVisible()
  await waitFor(async () => expect(await titles()).toEqual(['Send three']))
  expect(kept().draft?.savedBy).toBe('Ines Hart')
})

test('changes to a draft that could not be discarded stay on the page', async () => {
  const { draftElsewhere } = open(step('one'), step('two'))
  await press('Move Send one down')
  await press('Save draft')
  expect(await screen.findByText(/Draft saved/)).toBeVisible()
  await press('Remove Send two')
  draftElsewhere(step('three'))
  await discard()
  expect(await screen.findByText('The draft could not be discarded')).toBeVisible()
  expect(await titles()).toEqual(['Send one'])
})

test('what is changed while a draft is being saved stays, and is saved with the next', async () => {
  const { kept, holdSave } = open(step('one'), step('two'), step('three'))
  await press('Move Send one down')
  const answerSave = holdSave()
  await press('Save draft')
  await press('Move Send three up')
  answerSave()
  await waitFor(() => expect(kept().draft?.revision).toBe(1))
  await press('Save draft')
  await waitFor(() => expect(kept().draft?.revision).toBe(2))
  expect(await titles()).toEqual(['Send two', 'Send three', 'Send one'])
  expect(kept().draft?.steps.map(({ key }) => key)).toEqual(['two', 'three', 'one'])
})
