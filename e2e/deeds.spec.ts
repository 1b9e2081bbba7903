import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { witness } from '#contract/signatures/witness.ts'
import { expectAccessible } from './axe.ts'
import { journeys } from './journey.ts'
import {
  enterCode,
  expectNoWitness,
  expectOtherNameRefused,
  introduce,
  inviteWitness,
  openDeed,
  sendDeed,
  signAsWitness,
} from './page-actions/deeds.ts'
import { expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'
import { draw, save, sealing } from './page-actions/signatures.ts'

const test = journeys()

test('a deed is signed on a laptop, witnessed on a phone, and sealed with both', async ({ visit }) => {
  const awaited = [/status of (409|422|404) .*\/(witness|documents)/]
  const [firm, signer] = [await visit(), await visit({ awaited })]
  const phone = await visit({ device: 'phone', awaited })
  const { user } = await signer.signUp()
  const name = 'Deed of gift'
  await sendDeed(firm, { clientId: user.id, name, parties: 'Kofi Mensah' })

  const dialog = await openDeed(signer.page, name)
  await expect(dialog.getByRole('button', { name: 'Save Signature' })).toHaveCount(0)
  const first = await inviteWitness(dialog)
  // The witness's link does not work in the signer's own browser.
  const beside = await signer.context.newPage()
  await beside.goto(first.link)
  await beside.getByText('Please use another device').waitFor()
  await beside.close()

  await enterCode(phone.page, first)
  await phone.page.getByText(/is signing “Deed of gift”/).waitFor()
  await expectNoWitness(phone.page, 'Amara Okafor', /has to be someone else/)
  await expectNoWitness(phone.page, 'Kofi Mensah', /is a party to the deed/)
  await expectNoSidewaysScroll(phone.page)
  // A new link invalidates the first one, on the phone as well.
  const second = await inviteWitness(dialog)
  await phone.page.getByText('This link no longer works').waitFor()
  await enterCode(phone.page, second)
  await introduce(phone.page, 'Ana Silva')
  await phone.page.getByText('Now watch Amara Okafor sign').waitFor()

  await dialog.getByText('Ana Silva is ready').waitFor()
  await expectOtherNameRefused(dialog, 'Someone Else')
  await dialog.getByRole('tab', { name: 'Draw' }).click()
  await draw(signer.page, dialog)
  await save(dialog)
  await dialog.getByText('You’ve signed. Ana Silva signs next').waitFor()

  await signAsWitness(phone.page, 'Ana Silva', () => expectAccessible(phone.page, 'the witness signs'))

  await expectToast(signer.page, { title: 'Signature Saved' }, { within: sealing })
  await signer.page.getByRole('tab', { name: /^Signed Documents 1$/ }).click()
  await signer.page.getByRole('button', { name: `View Signatures of ${name}` }).click()
  const report = signer.page.getByRole('dialog', { name: 'Signatures' })
  await report.getByText('Nothing has changed since it was signed').waitFor()
  await report.getByText('Ana Silva', { exact: true }).first().waitFor()
  await report.getByText(/We didn’t check who they are or that they were in the room/).waitFor()
})

test("once the signer has signed out, or the code was wrong five times, the witness's link no longer works", async ({
  visit,
}) => {
  const awaited = [/status of (409|422|404) .*\/witness/]
  const [firm, signer] = [await visit(), await visit()]
  const phone = await visit({ device: 'phone', awaited })
  const { user } = await signer.signUp()
  const { id } = await sendDeed(firm, { clientId: user.id, name: 'Deed of trust', parties: '' })
  const guessed = await signer.ask(witness.invite, { id })
  await phone.page.goto(guessed.path)
  const wrong = guessed.code === '000000' ? '000001' : '000000'
  for (let time = 1; time <= 5; time += 1) {
    const answered = phone.page.waitForResponse(/\/api\/witness\/enter$/)
    await phone.page.getByLabel('Six-digit code').fill(wrong)
    await phone.page.getByRole('button', { name: 'Continue' }).click()
    await answered
  }
  await phone.page.getByText(/this link has now ended/).waitFor()

  const left = await signer.ask(witness.invite, { id })
  await enterCode(phone.page, { link: left.path, code: left.code })
  await introduce(phone.page, 'Ana Silva')
  await phone.page.getByText('Now watch Amara Okafor sign').waitFor()
  await signer.ask(accounts.logout, {})
  await phone.page.getByText('This link no longer works').waitFor()
})
