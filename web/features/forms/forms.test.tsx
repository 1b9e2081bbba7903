// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import {
  answered,
  done,
  fillContact,
  fillMatter,
  fillPersonal,
  heading,
  noDraft,
  open,
  press,
  questionnaireTask,
  reviewed,
  riskTask,
  type,
} from './testing.tsx'

describe('the client questionnaire', () => {
  test('four steps lead to a review and a submission, and the client is told', async () => {
    let sent: unknown
    const page = open(questionnaireTask, {
      complete: (formData) => {
        sent = formData
        return done(questionnaireTask)
      },
    })

    await heading('Personal Information')
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await fillPersonal()
    await press('Next')
    await heading('Contact Information')
    await fillContact()
    await press('Next')
    await heading('Legal Matter Information')
    for (const urgency of [
      'Low - No immediate deadline',
      'Medium - Needed within a month',
      'High - Urgent attention required',
    ])
      screen.getByRole('radio', { name: urgency })
    await fillMatter()
    await press('Next')
    await heading('Review & Submit')
    screen.getByText('17 April 1990')
    await press('Submit')

    await screen.findByText('Form submitted successfully')
    screen.getByText('Your information has been saved.')
    expect(page.done).toHaveBeenCalledOnce()
    expect(page.close).toHaveBeenCalledOnce()
    expect(sent).toEqual({ ...answered, address: '12 Garden Street\nLondon\nSW1A 1AA' })
  })

  test('Next checks the fields of its own step only, and each is told in its words', async () => {
    open(questionnaireTask)
    await type(/^Full name/, ' ')
    await press('Next')

    await screen.findByText('Full name is required')
    screen.getByText('Date of birth is required')
    screen.getByText('Occupation is required')
    expect(screen.queryByText('Phone number is required')).not.toBeInTheDocument()
    await heading('Personal Information')

    await type(/^Full name/, 'Amara Okafor')
    await expect.poll(() => screen.queryByText('Full name is required')).toBeNull()
  })

  test('a postcode of the United Kingdom is asked for, and abroad none', async () => {
    open(questionnaireTask, { draft: { ...noDraft, step: 2 } })
    await type(/^House number/, '12 rue de la Paix')
    await type(/^Town/, 'Paris')
    await type(/^Postcode/, '75002')
    await press('Next')
    await screen.findByText('Please enter a full UK postcode, such as W1U 4PL')

    await userEvent.click(screen.getByRole('checkbox', { name: /outside the United Kingdom/ }))
    await type(/^Address/, '12 rue de la Paix, 75002 Paris, France')
    await press('Next')

    expect(await heading('Legal Matter Information')).toBeDefined()
  })

  test('what the client has said elsewhere is there already, and can be changed', async () => {
    const known = {
      fullName: 'Amara Ngozi Okafor',
      dob: '1990-04-17',
      address: '8 Mill Lane\nEly\nCB7 4QT',
      phone: '07700 900999',
      at: new Date('2026-11-03T09:00:00Z'),
    }
    const formData = { fullName: 'Amara N. Okafor', dob: '', occupation: 'Teacher', town: '' }
    const draft = { formData, step: 1, savedAt: new Date('2026-11-05T09:00:00Z'), known }
    open(questionnaireTask, { draft })
    const value = async (label: string | RegExp) =>
      ((await screen.findByLabelText(label)) as HTMLInputElement).value
    expect(await value('Year')).toBe('1990')
    // A value that was typed here later wins.
    expect(await value(/^Full name/)).toBe('Amara N. Okafor')
    await press('Next')
    expect(await value(/^House number/)).toBe('8 Mill Lane')
    expect(await value(/^Town/)).toBe('Ely')
    expect(await value(/^Phone number/)).toBe('07700 900999')
  })

  test('what the client says elsewhere later stands over an older draft', async () => {
    const known = {
      fullName: 'Amara Ngozi Okafor',
      dob: null,
      address: null,
      phone: null,
      at: new Date('2026-11-06T09:00:00Z'),
    }
    const formData = { fullName: 'Amara Okafor', occupation: 'Teacher' }
    open(questionnaireTask, {
      draft: { formData, step: 1, savedAt: new Date('2026-11-05T09:00:00Z'), known },
    })
    const name: HTMLInputElement = await screen.findByLabelText(/^Full name/)
    expect(name.value).toBe('Amara Ngozi Okafor')
    expect(screen.getByLabelText(/^Occupation/)).toHaveValue('Teacher')
  })

  test('from the review each step is one press away, and nothing typed is lost', async () => {
    const formData = {
      fullName: 'Amara Ngozi Okafor',
      dob: '1990-04-17',
      occupation: 'Teacher',
      addressLine1: '12 Garden Street',
      town: 'London',
      postcode: 'SW1A 1AA',
      legalMatter: 'property',
      description: 'A flat.',
    }
    open(questionnaireTask, { draft: { formData, step: 4, savedAt: new Date() } })
    await heading('Review & Submit')

    await press('Edit Personal Information')

    const name: HTMLInputElement = await screen.findByLabelText(/^Full name/)
    expect(name.value).toBe('Amara Ngozi Okafor')
    expect(screen.getByLabelText('Year')).toHaveValue('1990')
  })

  test('a refusal of the server is shown at its field, on the step that holds it', async () => {
    const fields = { address: 'Please check the address', occupation: 'Please say more' }
    const page = open(questionnaireTask, {
      draft: { formData: reviewed, step: 4, savedAt: new Date() },
      complete: () => {
        throw new Problem('invalid', 'Please check the highlighted fields.', { fields })
      },
    })

    await press('Submit')

    await screen.findByText('Submission failed')
    screen.getByText('Please check the highlighted fields.')
    await heading('Personal Information')
    screen.getByText('Please say more')
    expect(page.done).not.toHaveBeenCalled()
  })
})

describe('the risk assessment', () => {
  test('is submitted only once both consents are ticked', async () => {
    let sent: unknown
    open(riskTask, {
      complete: (formData) => {
        sent = formData
        return done(riskTask)
      },
    })
    await heading('Personal Status')
    await userEvent.click(screen.getByRole('radio', { name: 'In a home I rent' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Employed' }))
    await press('Next')
    await heading('Financial Information')
    await userEvent.click(screen.getByRole('radio', { name: '£40,000 to £60,000' }))
    await userEvent.selectOptions(screen.getByLabelText(/^Where does the money/), 'savings')
    await press('Next')
    await heading('Legal Matter & Risk Factors')
    await userEvent.selectOptions(screen.getByLabelText(/^What is this case/), 'property_purchase')
    expect(screen.queryByLabelText(/^Details of the public role/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: /politically exposed/ }))
    await type(/^Details of the public role/, 'My aunt is an ambassador.')
    await userEvent.click(screen.getByRole('checkbox', { name: /over £50,000/ }))
    await press('Next')
    await heading('Declaration & Consent')

    const submit = screen.getByRole('button', { name: 'Submit' }) as HTMLButtonElement
    expect(submit).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: /privacy policy/ }))
    expect(submit).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: /I declare/ }))
    expect(submit).toBeEnabled()
    await press('Submit')

    await screen.findByText('Form submitted successfully')
    expect(sent).toEqual({
      residentialStatus: 'tenant',
      employmentStatus: 'employed',
      annualIncome: '40k_60k',
      sourceOfFunds: 'savings',
      purposeOfMatter: 'property_purchase',
      politicallyExposed: true,
      politicallyExposedDetails: 'My aunt is an ambassador.',
      riskFactors: ['high_value_transaction'],
      privacyConsent: true,
      declaration: true,
    })
  })

  test('a step that is left open says what is missing', async () => {
    open(riskTask)
    await heading('Personal Status')
    await press('Next')
    await screen.findByText('Residential status is required')
    expect(screen.getByText('Employment status is required')).toBeDefined()
  })
})

test('a task without a form says whom to ask', async () => {
  open({ ...questionnaireTask, title: 'Something', kind: 'other', category: 'legal_services' })
  expect(await screen.findByText('Unknown task type. Please contact support.')).toBeDefined()
})
