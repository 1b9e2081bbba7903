// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { delays } from '#contract/onboarding/chat.ts'
import { type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import { now } from '#web/platform/clock.ts'
import { answer, holdTimers } from '#web/testing.tsx'
import { button, conversationOf, openChat, press, said } from './testing.tsx'

const forBank = conversationOf({
  stage: 'proof_of_funds',
  messages: [said(1, { options: ['Skip this step'], formId: 'banking_details' })],
})

test('bank details are held to their rules, by the page and by the server, and sent', async () => {
  const sent: unknown[] = []
  openChat(forBank, [
    answer(onboarding.answer, ({ answer: given }) => {
      sent.push(given)
      const fields = { 'answer.accountNumber': 'Please check the account number' }
      if (sent.length === 1) throw new Problem('unprocessable', 'They do not belong together.', { fields })
      return conversationOf({ messages: [said(2, { content: 'This is what I have collected:' })] })
    }),
  ])
  await press('Submit banking details')
  await screen.findByText('Please enter a valid sort code (e.g., 12-34-56 or 123456)')
  await screen.findByText('Please enter a valid 8-digit account number')
  await userEvent.type(screen.getByLabelText(/^Sort code/), '089999')
  await userEvent.type(screen.getByLabelText(/^Account number/), '66374958')
  expect(screen.getByLabelText(/^Sort code/)).toHaveValue('08-99-99')
  expect(screen.getByLabelText(/^Account number/)).toHaveValue('6637 4958')
  await press('Submit banking details')
  await screen.findByText('Please check the account number')
  await press('Submit banking details')
  await screen.findByText('This is what I have collected:', { exact: false })
  expect(sent.at(-1)).toEqual({ kind: 'banking_details', sortCode: '08-99-99', accountNumber: '66374958' })
})

const details = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dateOfBirth: '1991-03-14',
  streetAddress: '12 Garden Street',
  city: 'London',
  postalCode: 'W1U 4PL',
  country: 'United Kingdom' as const,
  sortCode: '08-99-99',
  accountNumber: '66374958',
}
const forUpdate = (facts: Partial<Onboarding> = {}) =>
  conversationOf({
    stage: 'additional_data',
    collected: details,
    messages: [said(1, { options: ['Contact support'], formId: 'update_information' })],
    ...facts,
  })

test('the update form begins with what is known, holds to its rules, and is compared', async () => {
  const sent: unknown[] = []
  openChat(forUpdate(), [
    answer(onboarding.verifyData, (input) => {
      sent.push(input)
      return { success: true, message: 'User submitted data verified', differences: [] }
    }),
  ])
  const first = await screen.findByLabelText<HTMLInputElement>(/^First name/)
  expect(first.value).toBe('Amara')
  await userEvent.clear(first)
  await userEvent.type(first, 'A')
  await userEvent.clear(screen.getByLabelText(/^Postcode/))
  await press('Submit information')
  expect(await screen.findAllByText('First name must be at least 2 characters long')).not.toHaveLength(0)
  expect(screen.getAllByText('Postal code is required')).not.toHaveLength(0)
  await userEvent.type(first, 'my')
  await userEvent.type(screen.getByLabelText(/^Postcode/), 'w1u4pl')
  await press('Submit information')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    verificationSource: 'user_submitted',
    userData: { ...details, firstName: 'Amy', changeDescription: '' },
  })
})

test('without a city the update form cannot be sent', async () => {
  openChat(forUpdate())
  await userEvent.clear(await screen.findByLabelText(/^City/))
  expect(await button('Submit information')).toBeDisabled()
  expect(await button('Submit information')).toHaveAccessibleDescription(
    'Please enter your city, then you can send this.',
  )
})

test('who has skipped the bank details puts the rest right without them', async () => {
  const sent: unknown[] = []
  const { sortCode: _code, accountNumber: _number, ...collected } = details
  openChat(forUpdate({ collected }), [
    answer(onboarding.verifyData, (input) => {
      sent.push(input)
      return { success: true, message: 'User submitted data verified', differences: [] }
    }),
  ])
  expect(await screen.findByLabelText('Sort code (optional)')).toHaveValue('')
  await userEvent.type(screen.getByLabelText(/^First name/), ' Ngozi')
  await press('Submit information')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('after a refusal the form to correct comes a second later, with what was typed', async () => {
  const { state } = openChat(forUpdate(), [
    answer(onboarding.verifyData, () => {
      const content = 'Please correct your information and try again:'
      // The second is counted from here, and the page holds no message to come before its time.
      const timestamp = new Date(now().getTime() + 60_000)
      const message = said(2, { content, formId: 'modify_details', options: [], timestamp })
      state.held = forUpdate({ stage: 'modify_details', messages: [message] })
      return { success: false, message: 'Data verification failed.', differences: [] }
    }),
  ])
  const first = await screen.findByLabelText(/^First name/)
  await userEvent.clear(first)
  await userEvent.type(first, 'Zoltan')
  const passASecond = holdTimers(delays.modifyForm)
  await press('Submit information')
  await screen.findByText('Please correct your information and try again:', { exact: false })
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  await passASecond()
  await screen.findByRole('form', { name: 'Correct your information' })
  expect(screen.getByLabelText(/^First name/)).toHaveValue('Zoltan')
})
