import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { dataWords } from '#contract/onboarding/user-data.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnBill } from '#server/testing/sample-documents.ts'
import {
  answer,
  bank,
  details,
  newest,
  openResident,
  outcomesOf,
  press,
  show,
  stageOf,
  toBankUnread,
  toReview,
} from './testing.ts'

const portal = await openPortal()

const said = (all: Awaited<ReturnType<typeof show>>) => all.messages.map(({ content }) => content)

test('changes are compared with what was read; what differs is explained, put right and verified', async () => {
  const ana = await portal.client()
  await toReview(ana)
  expect(newest(await press(ana, 'Yes, there are changes')).formId).toBe('update_information')
  const submit = (change: Partial<typeof details>) =>
    ana.ask(onboarding.verifyData, {
      userData: { ...details, ...change },
      verificationSource: 'user_submitted',
    })

  const refused = await submit({ dateOfBirth: '1991-04-17', firstName: 'Peter', lastName: 'Larkin' })
  expect(refused).toMatchObject({ success: false, message: dataWords.submittedFailed })
  expect(refused.differences.map(({ field }) => field)).toEqual(['name', 'dateOfBirth'])
  const modify = await show(ana)
  expect(modify.stage).toBe('modify_details')
  expect(said(modify).slice(-3)).toEqual([
    dataWords.submittedFailed,
    expect.stringContaining('Your document says Amara Okafor'),
    dataWords.correct,
  ])
  expect(newest(modify).formId).toBe('modify_details')

  const again = [await submit({}), await submit({})]
  expect(again[0]).toEqual({ success: true, message: 'User submitted data verified', differences: [] })
  expect(again[1]).toEqual(again[0])
  expect(await stageOf(ana)).toBe('review_details')
  // The bank account was compared with no document, and the chat doesn't claim otherwise.
  expect(said(await show(ana)).join('\n')).toContain(
    'We found nothing that differs from your documents. We check your bank details separately, before any money moves.',
  )
  await press(ana, 'Something is wrong')
  expect(await stageOf(ana)).toBe('additional_data')
})

test('who skipped the bank details puts the rest right without them, and their bank task stays open', async () => {
  const ana = await portal.client()
  await toBankUnread(ana)
  await press(ana, 'Skip this step', 'Yes, there are changes')
  const userData = { ...details, sortCode: '', accountNumber: '' }
  expect(
    await ana.ask(onboarding.verifyData, { userData, verificationSource: 'user_submitted' }),
  ).toMatchObject({
    success: true,
  })
  const { collected } = await show(ana)
  expect(collected).toMatchObject({ streetAddress: details.streetAddress })
  expect(collected).not.toHaveProperty('sortCode')
  await press(ana, 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  expect(await outcomesOf(ana, 'bank_check')).toEqual([null])
})

test('details that break a rule are told field by field', async () => {
  const ana = await portal.client()
  await toBankUnread(ana)
  await press(ana, 'Skip this step', 'Yes, there are changes')
  const wrong = { ...details, firstName: 'A', postalCode: 'nowhere', dateOfBirth: 'soon', city: '' }
  const send = (userData: object) =>
    ana.send('POST', onboarding.verifyData.path, { userData, verificationSource: 'user_submitted' }, {})
  expect(await send(wrong)).toMatchObject({
    status: 400,
    body: {
      fields: {
        'userData.firstName': 'First name must be at least 2 characters long',
        'userData.dateOfBirth': 'Please enter a valid date in YYYY-MM-DD format',
        'userData.city': 'City is required',
      },
    },
  })
  expect(await send({ ...details, postalCode: 'nowhere' })).toMatchObject({
    body: { fields: { 'userData.postalCode': 'Please enter a valid UK postal code' } },
  })
  expect(await send({ ...details, dateOfBirth: '2030-01-01' })).toMatchObject({
    body: { fields: { 'userData.dateOfBirth': 'Date of birth cannot be in the future' } },
  })
  expect(await send({})).toMatchObject({ body: { fields: { 'userData.lastName': 'Last name is required' } } })
})

test('collected data that contradicts the account ends the chat, explained, with the task left open', async () => {
  const ben = await openResident(portal)
  await toBankUnread(ben, await drawnBill())
  await answer(ben, { kind: 'banking_details', ...bank })
  // In another window they change their address.
  const { firstName, lastName, email } = ben.user
  const home = { address: '8 Mill Lane', city: 'Ely', postalCode: 'CB7 4QT' }
  await ben.ask(accounts.saveProfile, { firstName, lastName, email, ...home })

  const end = await press(ben, 'No, everything is correct')
  expect(end).toMatchObject({ stage: 'complete', redirectAfter: 2000 })
  expect(said(end).slice(-2)).toEqual([
    'Your proof of address is for Flat 2, 12 Garden Street, London, SW1A 1AA, but the address given is 8 Mill Lane, Ely, CB7 4QT.',
    dataWords.collectedFailed,
  ])
  await ben.ask(onboarding.complete, {})
  expect(await outcomesOf(ben, 'identity_check', 'bank_check')).toEqual([null, 'verified'])
})

test('a bank account that cannot exist is refused, and the form stays', async () => {
  const ana = await portal.client()
  await toBankUnread(ana)
  const wrong = answer(ana, { kind: 'banking_details', ...bank, accountNumber: '66374959' })
  await expect(wrong).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'account_impossible',
    fields: { 'answer.sortCode': expect.any(String) },
  })
  expect(await stageOf(ana)).toBe('proof_of_funds')
  expect(await press(ana, 'Skip this step')).toMatchObject({ stage: 'change_check' })
})
