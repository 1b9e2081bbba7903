// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { noDraft, open, press, riskTask } from './testing.tsx'

const source = () => screen.findByLabelText(/^Where does the money for this case come from/)

/** Opens the page about money of a client who told Obi where theirs comes from. */
const openMoney = (fundsSource: string | undefined, formData: Record<string, string> = {}) =>
  open(riskTask, { draft: { ...noDraft, formData, step: 2, ...(fundsSource && { fundsSource }) } })

test.each([
  ['Savings', 'savings'],
  ['Inheritance', 'inheritance'],
  // The form has no answer that says the same.
  ['Gifted deposit', ''],
  ['Mortgage', ''],
  ['Other', ''],
])(
  'what a client told Obi about their money, %s, is named beside the question, and suggested where it is an answer',
  async (option, value) => {
    openMoney(option)
    expect(await source()).toHaveValue(value)
    expect(await source()).toHaveAccessibleDescription(expect.stringContaining(`You told Obi “${option}”.`))
  },
)

test('what the client has answered themselves is not replaced by what they told Obi', async () => {
  openMoney('Savings', { sourceOfFunds: 'salary' })
  expect(await source()).toHaveValue('salary')
})

test('a draft that was left before the question takes the suggestion, which the client can change', async () => {
  const { server } = openMoney('Savings', { sourceOfFunds: '', annualIncome: '20k_40k' })
  expect(await source()).toHaveValue('savings')
  await userEvent.selectOptions(await source(), 'salary')
  await press('Next')
  expect(server.draft.formData).toMatchObject({ sourceOfFunds: 'salary' })
})

test('a client who told Obi nothing is asked without a suggestion', async () => {
  openMoney(undefined)
  expect(await source()).toHaveValue('')
  expect(await source()).toHaveAccessibleDescription('The main source, if there are several')
})
