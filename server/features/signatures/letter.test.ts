import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { careLetterKey } from '#contract/letter-templates/letter-templates.ts'
import { settings } from '#contract/settings.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { getTemplate } from '#server/features/letter-templates/service.ts'
import { openPortal } from '#server/testing/portal.ts'
import { letterFor } from './service/client-care-letter.ts'

const terms = {
  supervisor: 'Ines Lind, solicitor and partner.',
  feesText: 'We charge a fixed fee of £900 plus VAT.',
  estimateText: 'Searches cost about £400',
}
const bare = { supervisor: '', feesText: '', estimateText: '' }
const firm = {
  name: 'Okafor & Lind',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 123456.',
  telephone: '',
  hours: '',
  email: 'hello@okafor-lind.example',
  postalAddress: '1 Market Place, Leeds LS1 1AA',
  complaintsTo: '',
  vatNumber: null,
}

type Letter = Parameters<typeof letterFor>[0]
const template = await getTemplate((await openPortal()).db, careLetterKey)

const wordsOf = (facts: Letter['firm'], subject: Letter['subject'] = null) =>
  letterFor({
    clientId: UserId.parse('0197a4a0-0000-7000-8000-000000000900'),
    clientName: 'Amara Okafor',
    subject,
    feeEarner: 'Priya Raman',
    date: '21 November 2026',
    firm: facts,
    template,
  })
    .blocks.map((block) => ('text' in block ? block.text : ''))
    .join('\n')

test('a firm that has said little sends a letter of whole sentences, without a bracket to fill in', () => {
  const words = wordsOf({ ...firm, ...bare })
  expect(words).not.toMatch(/[[\]…]|undefined|null|Model wording/)
  for (const sentence of [
    'Priya Raman is responsible for your matter and is the person to ask first. We will tell you in writing who supervises your matter before work begins. You can reach us by sending a message in this portal.',
    'We will tell you in writing how we charge for your matter before work begins.',
    'We will give you a written estimate of our fees, VAT and payments to others, such as search fees, before work begins. We will tell you before a cost goes beyond this estimate.',
  ])
    expect(words).toContain(sentence)
})

test('what the client says of their matter stands in the letter as their own words, never as the firm’s', () => {
  const words = wordsOf(
    { ...firm, ...bare },
    { subject: 'immigration', description: 'I was told to leave. I have been here for 12 years.' },
  )
  expect(words).toContain(
    'You have asked us to act for you in an immigration matter. In your own words: “I was told to leave. I have been here for 12 years.”',
  )
  expect(words).toContain('We will confirm the scope of our work in writing')
  expect(words).not.toContain('We act for you')
})

test('what the firm has said of supervisor, fees and costs stands in the letters that are written from then on', async () => {
  const portal = await openPortal()
  const administrator = await portal.staff('administrator')
  const earlier = await portal.client()
  const letterOf = async ({ ask }: Pick<typeof earlier, 'ask'>) => {
    const [letter] = await ask(signatures.requests, {})
    if (!letter) throw new Error('no letter')
    const pages = Array.from({ length: letter.pages }, (_, at) => at + 1)
    const texts = await Promise.all(pages.map((page) => ask(documents.pageText, { id: letter.id, page })))
    return texts
      .flatMap(({ items }) => items.map(({ text }) => text))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  }
  const before = await letterOf(earlier)
  await administrator.ask(settings.save, {
    ...firm,
    ...terms,
    telephone: '020 7946 0999',
    hours: 'Monday to Friday',
    complaintsTo: 'complaints@okafor-lind.example',
    vatNumber: '',
    expectedReply: 'within one working day',
    timeZone: 'Europe/London',
    holidays: 'england-and-wales',
    isFaceComparisonOn: true,
    isOnSharedComputers: false,
    addressMonths: 3,
    identityMonths: 24,
  })
  const later = await letterOf(await portal.client())
  for (const sentence of [
    'Your matter is supervised by Ines Lind, solicitor and partner. You can reach us on 020 7946 0999 (Monday to Friday), or',
    'We charge a fixed fee of £900 plus VAT.',
    'Searches cost about £400. We will tell you before a cost goes beyond this estimate.',
  ])
    expect(later).toContain(sentence)
  expect(await letterOf(earlier)).toBe(before)
})
