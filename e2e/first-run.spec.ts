import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys } from './journey.ts'
import { expectHeading, expectPath } from './page-actions/seen.ts'

const test = journeys({ isEmpty: true })

const facts = {
  'Name of the firm': 'Okafor & Lind',
  Regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 123456.',
  'Phone number': '020 7946 0999',
  'Office hours': 'Monday to Friday, 9am to 5pm',
  Email: 'hello@okafor-lind.example',
  'Email for complaints': 'complaints@okafor-lind.example',
  Address: '1 Market Place, Leeds LS1 1AA',
}
const person = {
  'First name': 'Ada',
  'Last name': 'Okafor',
  Username: 'ada',
  Email: 'ada@okafor-lind.example',
  Password: 'correct horse battery',
  'Confirm password': 'correct horse battery',
}

const fill = async (page: Page, typed: Record<string, string>) => {
  for (const [label, words] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(words)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('every page of an empty portal leads to its set-up, which whoever started it does once', async ({
  visit,
}) => {
  const { page, said } = await visit({ awaited: [/status of 403 .*setup/, /status of 404 .*setup/] })
  await page.goto('/auth')
  await expectPath(page, '/setup')
  await expectHeading(page, 'Set up your portal')

  await page.getByLabel('Set-up code').fill('ABCD-EFGH-JKMN')
  await fill(page, facts)
  await press(page, 'Next')
  await fill(page, person)
  await press(page, 'Next')
  await page.getByText("That's not the set-up code.").waitFor()
  await press(page, 'Check the first step')
  expect(await page.getByLabel('Name of the firm').inputValue()).toBe(facts['Name of the firm'])
  await expectAccessibleAsWorn(page, 'set-up')

  const [, code = ''] = /code=(\S+)/.exec(said()) ?? []
  await page.getByLabel('Set-up code').fill(code)
  await press(page, 'Next')
  expect(await page.getByLabel('Username').inputValue()).toBe('ada')
  await press(page, 'Next')
  const key = (await page.locator('.font-mono').first().innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret: key }))
  await press(page, 'Finish the set-up')
  await press(page, "I've saved them")

  await expectPath(page, '/firm')
  await expectHeading(page, 'Hello, Ada')
  await page.getByText(facts.Regulator).waitFor()
  for (const name of ['Connect your mail server', 'Invite your colleagues'])
    await page.getByRole('link', { name }).waitFor()
  await expectAccessibleAsWorn(page, 'the home page of a new portal')
  const closed = await page.goto('/setup')
  expect(closed?.status()).toBe(404)
  await expectHeading(page, '404 Page Not Found')
})
