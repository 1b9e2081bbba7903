import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { expectToast } from './seen.ts'
import { expectCompleted, openTask } from './tasks.ts'

const saved = { title: 'Form submitted successfully', description: 'Your information has been saved.' }

/** Fills in the whole questionnaire. On the way it submits an empty step and reloads the page. */
export async function answerQuestionnaire(page: Page) {
  const title = 'Client Questionnaire'
  const dialog = await openTask(page, title, 'Complete')
  await dialog.getByLabel('Full name').fill('')
  await next(dialog)
  await seen(dialog, 'Full name is required', 'Date of birth is required', 'Occupation is required')
  await dialog.getByLabel('Full name').fill('Amara Okafor')
  await fillPersonal(dialog)
  await dialog.getByText('Step 2 of 4').waitFor()
  await dialog.getByText('Saved', { exact: true }).waitFor()

  await page.reload()
  await stepIs(dialog, 'Contact Information')
  await dialog.getByRole('button', { name: 'Previous' }).click()
  expect(await dialog.getByLabel('Occupation').inputValue()).toBe('Teacher')
  expect(await dialog.getByLabel('Year').inputValue()).toBe('1990')
  await next(dialog)
  await stepIs(dialog, 'Contact Information')
  await next(dialog)
  await seen(dialog, 'Address is required', 'Phone number is required')
  await fillContact(dialog, { postcode: 'SW1A' })
  await seen(dialog, 'Please enter a full UK postcode, such as W1U 4PL')
  expect(await heightOf(dialog, 'Town or city')).toBeLessThan(80)
  await fillContact(dialog)
  await stepIs(dialog, 'Legal Matter Information')
  await next(dialog)
  await seen(dialog, 'Legal matter type is required', 'Description is required')
  await fillMatter(dialog)
  await stepIs(dialog, 'Review & Submit')
  await seen(dialog, 'Amara Okafor', '17 April 1990', 'Property', matterWords)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, saved)
  await expectCompleted(page, title)
}

/** Fills in the whole risk assessment. Nothing can be sent before both consents are ticked. */
export async function assessRisk(page: Page) {
  const title = 'Risk Assessment'
  const dialog = await openTask(page, title, 'Complete')
  await next(dialog)
  await seen(dialog, 'Residential status is required', 'Employment status is required')
  await fillRisk(dialog)
  const submit = dialog.getByRole('button', { name: 'Submit' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel(/I accept the privacy policy/).check()
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel(/I declare that my answers are true and complete/).check()
  await submit.click()
  await expectToast(page, saved)
  await expectCompleted(page, title)
}

const matterWords = 'I am buying my first flat and would like to move before Easter.'

export async function fillPersonal(dialog: Locator) {
  await stepIs(dialog, 'Personal Information')
  await type(dialog, 'Day', '17')
  await type(dialog, 'Month', '4')
  await type(dialog, 'Year', '1990')
  await type(dialog, 'Occupation', 'Teacher')
  await next(dialog)
}

/** Pixels from the top of a label to the bottom of its field. A neighbouring field's error must not change it. */
const heightOf = async (dialog: Locator, label: string) => {
  const words = await dialog.getByText(label).boundingBox()
  const field = await dialog.getByLabel(label).boundingBox()
  return (field?.y ?? Number.NaN) + (field?.height ?? 0) - (words?.y ?? 0)
}

export async function fillContact(dialog: Locator, { postcode = 'SW1A 1AA' } = {}) {
  await stepIs(dialog, 'Contact Information')
  await type(dialog, 'House number or name, and street', 'Flat 2, 12 Garden Street')
  await type(dialog, 'Town or city', 'London')
  await type(dialog, 'Postcode', postcode)
  await type(dialog, 'Phone number', '07700 900123')
  await choose(dialog, 'How should we contact you?', 'Email')
  await next(dialog)
}

export async function fillMatter(dialog: Locator) {
  await stepIs(dialog, 'Legal Matter Information')
  await dialog.getByLabel('What do you need help with?').selectOption('Property')
  await type(dialog, 'Tell us about your case', matterWords)
  await choose(dialog, 'How urgent is it?', 'Medium - Needed within a month')
  await next(dialog)
}

export async function fillRisk(dialog: Locator) {
  await stepIs(dialog, 'Personal Status')
  await choose(dialog, 'Where do you live?', 'In a home I rent')
  await choose(dialog, 'What is your employment status?', 'Employed')
  await next(dialog)
  await stepIs(dialog, 'Financial Information')
  await choose(dialog, 'What is your yearly income before tax?', '£40,000 to £60,000')
  await dialog.getByLabel('Where does the money for this case come from?').selectOption('Savings')
  await next(dialog)
  await stepIs(dialog, 'Legal Matter & Risk Factors')
  await dialog.getByLabel('What is this case for?').selectOption('Buying a property')
  await dialog.getByLabel('High value transaction (over £50,000)').check()
  await next(dialog)
  await stepIs(dialog, 'Declaration & Consent')
}

export const next = (dialog: Locator) => dialog.getByRole('button', { name: 'Next' }).click()
export const stepIs = (dialog: Locator, title: string) =>
  dialog.getByRole('heading', { name: title }).waitFor()

const type = (dialog: Locator, label: string, words: string) =>
  dialog.getByRole('textbox', { name: label, exact: true }).fill(words)
const choose = (dialog: Locator, group: string, offer: string) =>
  dialog.getByRole('group', { name: group }).getByRole('radio', { name: offer, exact: true }).check()
const seen = async (dialog: Locator, ...sentences: string[]) => {
  for (const sentence of sentences) await dialog.getByText(sentence, { exact: true }).waitFor()
}
