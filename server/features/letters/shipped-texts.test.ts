import { expect, test } from 'vitest'
import { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** A purchase that is to complete in two weeks, with a lender. */
async function openPurchase() {
  const client = await portal.client()
  const purchase = {
    title: 'Purchase of 12 Elm Road',
    type: 'Purchase',
    priority: 'high',
    description: 'A flat',
    whose: 'firm',
    nextStep: 'Complete',
  } as const
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...purchase })
  await priya.ask(matters.saveFacts, {
    id,
    type: 'Purchase',
    feeEarnerId: priya.user.id,
    supervisorId: null,
    teamId: null,
    value: 38_500_000,
    dates: [{ kind: 'completion', words: '', on: '2026-12-11', isShared: true }],
    scope: 'undecided',
    scopeReason: '',
    costsEstimate: null,
    costsSoFar: null,
  })
  const lender = {
    email: '',
    phone: '',
    number: '',
    detail: '',
    role: 'lender',
    kind: 'organisation',
  } as const
  await priya.ask(matterParties.add, { id, ...lender, name: 'Dulwich Building Society' })
  return async (key: string, answers: Record<string, string>) => {
    const templateKey = TemplateKey.parse(key)
    const written = await priya.ask(letters.preview, {
      id,
      templateKey,
      recipientId: client.user.id,
      answers,
    })
    return { ...written, text: written.blocks.map(({ text }) => text).join(' ') }
  }
}

test('a completion letter never says by itself that a planned day was the day of completion', async () => {
  const preview = await openPurchase()
  const answers = { property: '12 Elm Road', tax: 'No Stamp Duty Land Tax is due.' }
  const unsaid = await preview('completion', answers)
  expect(unsaid.text).not.toContain('11 December 2026')
  expect(unsaid.missing).toMatchObject([{ field: 'ask.completed_on' }])
  const said = await preview('completion', { ...answers, completed_on: '14 December 2026' })
  expect(said.text).toContain('your purchase of 12 Elm Road was completed on 14 December 2026.')
})

test('no shipped text says for a lender that they consented, or for the firm that it acts for them', async () => {
  const preview = await openPurchase()
  const property = '12 Elm Road'
  const deed = await preview('deed-of-transfer', { recipient: 'Kofi Mensah', property, share: 'one half' })
  expect(deed.text).toContain('charged to Dulwich Building Society')
  expect(deed.text).not.toContain('consent')
  const report = await preview('report-on-title', { property, title_number: 'WYK 1', tenure: 'freehold' })
  expect(report.text).toContain('Dulwich Building Society is lending you money')
  expect(report.text).not.toContain('act for the lender')
})

test('a completion letter says about tax what the fee earner checked, and promises nothing about living there', async () => {
  const preview = await openPurchase()
  const answers = { property: '12 Elm Road', completed_on: '14 December 2026' }
  const unsaid = await preview('completion', answers)
  expect(unsaid.missing).toMatchObject([{ field: 'ask.tax' }])
  expect(unsaid.text).not.toMatch(/We will pay|send you the receipt|living in|is yours/)
  const said = await preview('completion', { ...answers, tax: 'No Stamp Duty Land Tax is due.' })
  expect(said.missing).toEqual([])
  expect(said.text).toContain('No Stamp Duty Land Tax is due.')
})

test('a report on title without a word about restrictions is unfinished, and claims nothing about them', async () => {
  const preview = await openPurchase()
  const answers = { property: '12 Elm Road', title_number: 'WYK 1', tenure: 'freehold', searches: 'Nothing.' }
  const unsaid = await preview('report-on-title', answers)
  expect(unsaid.missing).toMatchObject([{ field: 'ask.restrictions' }])
  expect(unsaid.text).not.toContain('We found nothing')
})
