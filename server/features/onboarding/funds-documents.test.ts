import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { needsAnother } from '#contract/documents/verdict.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { bankStatement, giftLetter, utilityBill } from '#inspector/testing/documents.ts'
import { type Draw, drawPdf } from '#inspector/testing/paper.ts'
import { openPortal } from '#server/testing/portal.ts'
import { newest, outcomesOf, press, sendPaper, toSessionWithoutFace } from './testing.ts'

const portal = await openPortal()

const amara = {
  name: ['Miss Amara Okafor'],
  address: ['Flat 2', '12 Garden Street', 'London', 'SW1A 1AA'],
  date: '3 November 2026',
}

const letter =
  (sender: string, title: string, lines: string[]): Draw =>
  (pen) => {
    pen.write(sender, { x: 60, y: 60, size: 20, isBold: true })
    pen.stack([...amara.name, ...amara.address], { x: 60, y: 110 })
    // Older than a bill may be.
    pen.write('3 June 2026', { x: 60, y: 210 })
    pen.stack([title, ...lines], { x: 60, y: 240 })
  }

const mortgageOffer = letter('Nationwide Building Society', 'Your mortgage offer', [
  'We are pleased to offer you a mortgage of £210,000 on the security of 14 Orchard Row, Bristol.',
  'Term 25 years. Interest rate 4.35% fixed until 31 January 2032. Monthly payment £1,148.22.',
  'Early repayment charges apply.',
])

const executorsLetter = letter('Wells & Partners Solicitors', 'The estate of Ruth Okafor', [
  'Dear Miss Okafor',
  'We confirm that you are entitled to a legacy of £45,000 under the will dated 1 May 2015.',
  'Probate was granted on 1 June 2026, and we expect to distribute the estate in December.',
])

/** Goes on to the document about money from this source. */
async function openFunds(source: string) {
  const ana = await portal.client()
  await press(ana, ...toSessionWithoutFace, 'Upload documents instead', 'Passport')
  const failed = await sendDrawn(ana, utilityBill(amara))
  expect(failed.stage).toBe('id_verification')
  await press(ana, 'Send it as it is', 'Skip this step', source)
  return ana
}

const sendDrawn = async (client: Parameters<typeof sendPaper>[0], draw: Draw) =>
  sendPaper(client, new Uint8Array(await drawPdf(draw)))

test.each([
  ['a mortgage offer', 'Mortgage', mortgageOffer],
  ["an executor's letter", 'Inheritance', executorsLetter],
  ['a letter of a solicitor', 'Other', executorsLetter],
])('%s, which the chat asked for, is received for a person to read', async (_, source, draw) => {
  const ana = await openFunds(source)
  const { stage, messages } = await sendDrawn(ana, draw)
  expect(messages.at(-2)).toMatchObject({
    content: expect.stringMatching(/^Thank you\. .+ will check your proof of funds\./),
    badge: { words: 'Received' },
  })
  expect(stage).toBe('proof_of_funds')

  await press(ana, 'Skip this step', 'No, everything is correct', 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  expect(await outcomesOf(ana, 'proof_of_funds')).toEqual(['review'])
  const sent = await ana.ask(documents.list, {})
  expect(sent.filter(needsAnother)).toMatchObject([])
})

test('only a gift letter is taken for one, and no statement is called a gift letter that was checked', async () => {
  const ana = await openFunds('Gifted deposit')
  const failed = await sendDrawn(ana, bankStatement(amara))
  expect(failed.stage).toBe('source_of_funds_details')
  expect(newest(failed)).toMatchObject({
    content: expect.stringMatching(
      /^This looks like a bank statement, not what we asked for\.\n• Please send the signed gift letter\.\n/,
    ),
    badge: { words: 'Wrong document' },
  })
  const received = await sendDrawn(ana, giftLetter(amara))
  expect(received.messages.at(-2)).toMatchObject({
    content: expect.stringContaining('will check your gift letter.'),
    badge: { words: 'Received' },
  })
  expect(received.stage).toBe('proof_of_funds')
})

test('what is clearly something else is still sent back', async () => {
  const ana = await openFunds('Mortgage')
  const failed = await sendDrawn(ana, utilityBill(amara))
  expect(newest(failed).content).toMatch(
    /^This looks like a utility bill, not what we asked for\.\n• Please send documents that show where the money comes from\.\n/,
  )
})
