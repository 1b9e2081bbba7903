// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { type TextSettings, textProvider } from '#contract/text-messages.ts'
import { answer, show } from '#web/testing.tsx'
import { TextsTab } from './parts/texts.tsx'

const accountSid = `AC${'1'.repeat(32)}`
const keySid = `SK${'2'.repeat(32)}`

const open = (facts: Partial<TextSettings> = {}) => {
  const inputs: unknown[] = []
  let shown: TextSettings = {
    provider: 'Twilio',
    isOn: false,
    isFixed: false,
    isDemo: false,
    accountSid: '',
    keySid: '',
    sender: '',
    hasSecret: false,
    ...facts,
  }
  show(<TextsTab />, [
    answer(textProvider.show, () => shown),
    answer(textProvider.save, ({ secret, currentPassword, ...input }) => {
      expect(currentPassword).toBe('')
      inputs.push({ ...input, secret })
      shown = { ...shown, ...input, hasSecret: true }
      return shown
    }),
    answer(textProvider.test, (input) => {
      inputs.push(input)
      if (!input.mobile.startsWith('07'))
        throw new Problem('unprocessable', 'No.', { fields: { mobile: 'Please enter a mobile number' } })
      return { state: 'good' as const, words: 'The text has arrived at 07700 900123.' }
    }),
  ])
  return { inputs, user: userEvent.setup() }
}

test('what stands in the form is tried by a text before it is saved', async () => {
  const { inputs, user } = open()
  await user.type(await screen.findByLabelText('Account SID'), accountSid)
  await user.type(screen.getByLabelText('API key SID'), keySid)
  await user.type(screen.getByLabelText('API key secret'), 'quiet')
  await user.type(screen.getByLabelText('Sender'), 'HartleyRowe')
  const number = screen.getByLabelText('Send a test text to')
  await user.type(number, '020{Enter}')
  expect(await screen.findByText('Please enter a mobile number')).toBeVisible()
  await user.clear(number)
  await user.type(number, '07700 900123')
  await user.click(screen.getByRole('button', { name: 'Send a test text' }))
  expect(await screen.findByText('The text has arrived at 07700 900123.')).toBeVisible()
  const typed = { accountSid, keySid, secret: 'quiet', sender: 'HartleyRowe' }
  expect(inputs).toEqual([
    { ...typed, mobile: '020' },
    { ...typed, mobile: '07700 900123' },
  ])
  await user.click(screen.getByRole('checkbox', { name: /Offer to send codes by text/ }))
  await user.click(screen.getByRole('button', { name: 'Save text messages' }))
  expect(await screen.findByText('Codes can be sent by text')).toBeVisible()
  expect(inputs.at(-1)).toEqual({ ...typed, isOn: true })
  expect(screen.getByLabelText('API key secret')).toHaveValue('')
})

test('settings of the environment, and those of a demo, say what cannot be changed here', async () => {
  open({ isFixed: true, isOn: true, sender: 'HartleyRowe', hasSecret: true })
  expect(await screen.findByText('Set where the portal was started')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save text messages' })).toBeNull()
  open({ isDemo: true })
  expect(await screen.findByText('This is a demo: texts stay in the outbox')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
