// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing.tsx'
import { RadioGroup } from './choices.tsx'
import { DateField } from './date-field.tsx'
import { CardNumberField, ExpiryField, SortCodeField } from './digits-field.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

test('a field says its hint and its error to those who cannot see them', () => {
  show(<TextField label="E-mail" hint="We write only about your matter" error="Please enter a valid email" />)
  const input = screen.getByRole('textbox', { name: 'E-mail' })
  expect(input).toHaveAttribute('aria-invalid', 'true')
  expect(descriptionOf(input)).toBe('We write only about your matter Please enter a valid email')
})

test('an error that appears is announced by a region that was there before it', () => {
  const { rerender } = show(<TextField label="E-mail" />)
  const region = document.querySelector('[aria-live="polite"]')
  rerender(<TextField label="E-mail" error="Please enter a valid email" />)
  expect(region?.textContent).toBe('Please enter a valid email')
  expect(region?.isConnected).toBe(true)
})

test('a password can be shown and hidden again', async () => {
  show(<PasswordField label="Password" defaultValue="portico-demo" />)
  const input = screen.getByLabelText('Password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  await userEvent.click(toggle)
  expect([input.getAttribute('type'), toggle.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  await userEvent.click(toggle)
  expect(input).toHaveAttribute('type', 'password')
})

test('a date of birth is typed in three parts and told as one day', async () => {
  const changes = showHeld('', (held) => <DateField label="Date of birth" name="dob" {...held} />)
  const parts = within(screen.getByRole('group', { name: 'Date of birth' }))
  await userEvent.type(parts.getByLabelText('Day'), '4')
  await userEvent.type(parts.getByLabelText('Month'), '3')
  expect(parts.getByLabelText('Month')).toHaveValue('3')
  await userEvent.type(parts.getByLabelText('Year'), '1991')
  expect(changes.last()).toBe('1991-03-04')
})

test('a day that no calendar has is kept as typed, and the picker is not given it', () => {
  showHeld('2023-02-29', (held) => <DateField label="Date of birth" {...held} />)
  expect(screen.getByLabelText('Day')).toHaveValue('29')
  expect(document.querySelector('input[type=date]')?.getAttribute('value')).toBe('')
})

test('a date of birth that was cleared is told as empty', async () => {
  const changes = showHeld('1991-03-04', (held) => <DateField label="Date of birth" {...held} />)
  for (const part of ['Day', 'Month', 'Year']) await userEvent.clear(screen.getByLabelText(part))
  expect(changes.last()).toBe('')
})

test('a sort code is drawn as 12-34-56 and told in digits, however it is typed', async () => {
  const changes = showHeld('', (held) => <SortCodeField label="Sort code" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Sort code')
  await userEvent.type(input, '12a3456789')
  expect([input.value, changes.last()]).toEqual(['12-34-56', '123456'])
  await userEvent.clear(input)
  await userEvent.click(input)
  await userEvent.paste('20 00 00')
  expect([input.value, changes.last()]).toEqual(['20-00-00', '200000'])
})

test('correcting a digit in the middle of a sort code leaves the caret there', async () => {
  showHeld('123456', (held) => <SortCodeField label="Sort code" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Sort code')
  await userEvent.type(input, '9', { initialSelectionStart: 4, initialSelectionEnd: 5 })
  expect([input.value, input.selectionStart]).toEqual(['12-39-56', 5])
})

test('a card number stands in groups of four and never exceeds sixteen digits', async () => {
  const changes = showHeld('', (held) => <CardNumberField label="Card number" {...held} />)
  await userEvent.type(screen.getByLabelText('Card number'), '42424242424242429')
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
  expect(changes.last()).toBe('4242424242424242')
})

test('an expiry date gets its slash by itself and can be deleted again', async () => {
  const changes = showHeld('', (held) => <ExpiryField label="Expiry" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Expiry')
  await userEvent.type(input, '0929')
  expect([input.value, changes.last()]).toEqual(['09/29', '09/29'])
  await userEvent.type(input, '{Backspace}{Backspace}{Backspace}{Backspace}')
  expect(input.value).toBe('')
})

test.each([
  ['12 / 29', '12/29'],
  ['12/2029', '12/29'],
  ['12 / 2029', '12/29'],
  ['12-29', '12/29'],
  ['1/2029', '01/29'],
  ['1 / 29', '01/29'],
])('an expiry date is understood as it is pasted or filled in: %s', async (text, expected) => {
  const changes = showHeld('', (held) => <ExpiryField label="Expiry" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Expiry')
  await userEvent.click(input)
  await userEvent.paste(text)
  expect([input.value, changes.last()]).toEqual([expected, expected])
})

test.each([
  ['12/2029', '12/29'],
  ['1/29', '01/29'],
  ['1 / 2029', '01/29'],
])('an expiry date is understood as it is typed: %s', async (text, expected) => {
  const changes = showHeld('', (held) => <ExpiryField label="Expiry" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Expiry')
  await userEvent.type(input, text)
  expect([input.value, changes.last()]).toEqual([expected, expected])
})

test('correcting the month of an expiry date leaves the year alone', async () => {
  const changes = showHeld('12/29', (held) => <ExpiryField label="Expiry" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Expiry')
  await userEvent.type(input, '1', { initialSelectionStart: 1, initialSelectionEnd: 2 })
  expect([input.value, changes.last()]).toEqual(['11/29', '11/29'])
})

test('a digit of the month that is deleted and typed anew leaves the year alone', async () => {
  const changes = showHeld('12/29', (held) => <ExpiryField label="Expiry" {...held} />)
  const input = screen.getByLabelText<HTMLInputElement>('Expiry')
  await userEvent.type(input, '{Backspace}1', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect([input.value, changes.last()]).toEqual(['11/29', '11/29'])
})

test('a group of choices is named, and its error belongs to the group', async () => {
  const chosen = vi.fn()
  show(
    <RadioGroup
      label="Document"
      name="document"
      choices={[
        { value: 'passport', label: 'Passport', hint: 'Fastest' },
        { value: 'driving_license', label: 'Driving licence' },
      ]}
      error="Please choose a document"
      onChange={({ target }) => chosen(target.value)}
    />,
  )
  const group = screen.getByRole('group', { name: 'Document' })
  expect(descriptionOf(group)).toBe('Please choose a document')
  await userEvent.click(within(group).getByRole('radio', { name: /Driving licence/ }))
  expect(chosen).toHaveBeenCalledWith('driving_license')
})

/** Shows a controlled field, and returns the last value that it has reported. */
function showHeld<V>(start: V, field: (held: { value: V; onChange: (value: V) => void }) => ReactNode) {
  const changes: V[] = []
  const Held = () => {
    const [value, setValue] = useState(start)
    const onChange = (next: V) => {
      changes.push(next)
      setValue(next)
    }
    return field({ value, onChange })
  }
  show(<Held />)
  return { last: () => changes.at(-1) }
}

const descriptionOf = (element: HTMLElement) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
