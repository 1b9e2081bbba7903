import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'

const test = journeys()

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to Obi' })
const talk = (page: Page) => page.getByRole('log', { name: 'Conversation with Obi' })
const ask = async (page: Page, question: string) => {
  await box(page).fill(question)
  await page.keyboard.press('Enter')
}

for (const device of ['desktop', 'phone'] as const)
  test(`on a ${device} a client asks, sees where the answer is from, follows its door, and finds the conversation again`, async ({
    visit,
  }) => {
    const { page, signUp } = await visit({ device })
    await signUp()
    await page.goto('/ai-chat')
    await expectHeading(page, 'AI chat with Obi')
    await page.getByRole('button', { name: 'What are the search fees for?' }).click()
    await talk(page).getByText('Searches ask the local authority').waitFor()
    await talk(page).getByText('From: Paying in the portal').waitFor()
    await talk(page).getByRole('link', { name: 'Pay £342.50' }).click()
    await page.getByRole('dialog', { name: 'Pay search fees' }).waitFor()

    await page.goto('/ai-chat')
    await talk(page).getByText('Searches ask the local authority').waitFor()
    await page.getByRole('button', { name: 'This helped', exact: true }).click()
    await page.getByRole('button', { name: 'This helped', pressed: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleAsWorn(page, `the assistant on a ${device}`)
  })

test('a question for a solicitor is handed to the team with the conversation, and they read it', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const { firstName } = await client.signUp({ firstName: 'Leonora' })
  await client.page.goto('/ai-chat')
  await ask(client.page, 'Should I accept the offer?')
  await talk(client.page).getByText("That's a question for a solicitor").waitFor()
  await talk(client.page).getByRole('button', { name: 'Ask a person' }).click()
  const dialog = client.page.getByRole('dialog', { name: 'Ask a person' })
  await dialog.getByRole('textbox').fill('They offer £200,000.')
  await expectAccessibleAsWorn(client.page, 'asking a person')
  await dialog.getByRole('button', { name: 'Send to my team' }).click()
  await dialog.getByText('Priya Raman has it now.').waitFor()

  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await firm.page.goto('/firm/messages')
  await firm.page.getByText(`${firstName} Okafor`).first().waitFor()
  const letters = firm.page.getByRole('region', { name: 'Messages' })
  await letters.getByText('Me: Should I accept the offer?').waitFor()
})

test('the firm reviews an article in its own words, and sees what clients asked in vain', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  await client.signUp()
  await client.page.goto('/ai-chat')
  await ask(client.page, 'Who polishes the brass gargoyles?')
  await talk(client.page).getByText("I'd rather not guess").waitFor()

  const { page } = firm
  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.goto('/firm/knowledge')
  await expectHeading(page, "Obi's knowledge")
  await page.getByText('Who polishes the brass gargoyles?').waitFor()
  await page.getByRole('button', { name: 'Open Stamp duty' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stamp duty' })
  await dialog
    .getByRole('textbox', { name: 'Article' })
    .fill('## What stamp duty is\n\nA tax that we explain on the telephone.')
  await dialog.getByLabel('Someone at the firm has reviewed this article').check()
  await expectAccessibleAsWorn(page, 'an article')
  await dialog.getByRole('button', { name: 'Save article' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText("In your firm's words").waitFor()
  await expectAccessibleAsWorn(page, 'the knowledge of the assistant')

  await ask(client.page, 'What is stamp duty?')
  await talk(client.page).getByText('A tax that we explain on the telephone.').waitFor()
})

test('a tip asks the assistant for its client, and a dismissed tip stays away', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  await page.goto('/payments')
  const tips = page.getByRole('complementary', { name: 'Tips from Obi' })
  await tips.getByText('If a card is declined, nothing is taken').waitFor()
  await tips.getByRole('button', { name: 'Dismiss tip: If a card is declined, nothing is taken' }).click()
  await page.reload()
  await tips.getByText('Paying early saves time').waitFor()
  expect(await tips.getByRole('listitem').count()).toBe(1)
  await expectAccessibleAsWorn(page, 'a page with a tip')
  await tips.getByRole('link', { name: 'Ask Obi' }).click()
  await talk(page).getByText('Searches ask the local authority').waitFor()
  expect(new URL(page.url()).search).toBe('')
})
