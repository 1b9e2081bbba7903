import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { nothingRead, type Validation } from '#contract/validation.ts'
import { openInspector } from '#inspector/inspector.ts'
import { openPortal } from '#server/testing/portal.ts'
import { holdings } from './holdings.ts'
import { goodBill, openAdaeze, upload } from './testing/documents.ts'

/** A verdict with a suspicion in it, as the inspector gives one of a doctored passport. */
const suspicious: Validation = {
  valid: false,
  confidence: 0.4,
  issues: ['A person at the firm will look at this document.'],
  checks: [
    {
      rule: 'zones_agree',
      title: 'Its parts agree',
      outcome: 'failed',
      read: 'OKAFOR',
      expected: 'SMITH',
      source: null,
    },
  ],
  metadata: {
    ...nothingRead,
    fullName: 'ADAEZE OKAFOR',
    verificationFlags: { ...nothingRead.verificationFlags, isFraudulent: true, requiresManualReview: true },
    flagEvidence: { isFraudulent: ['The name in print is not the name below.'] },
  },
}
const inspector = openInspector()
const portal = await openPortal({ ports: { inspector: { ...inspector, inspect: async () => suspicious } } })

test('what a suspicion rests on is kept for the firm, and not told to the client', async () => {
  const ada = await openAdaeze(portal)

  const { document, validation } = await upload(ada, goodBill, { documentType: 'passport' })

  const told = JSON.stringify([
    document,
    validation,
    await ada.ask(documents.list, {}),
    await ada.ask(documents.one, { id: document.id }),
    await ada.ask(documents.correct, { id: document.id, field: 'fullName', value: 'Adaeze Okafor' }),
  ])
  expect(told).not.toMatch(/SMITH|not the name below|"failed"/)
  expect(validation).toMatchObject({ metadata: { fullName: 'ADAEZE OKAFOR' } })
  const { rows } = await portal.pool.query('select validation from documents where id = $1', [document.id])
  expect(rows).toEqual([{ validation: suspicious }])
})

test('what a suspicion rests on does not leave with the export of the client’s data either', async () => {
  const ada = await openAdaeze(portal)
  await upload(ada, goodBill, { documentType: 'passport' })
  const told = await Promise.all(holdings.map(({ rowsOf }) => rowsOf(portal.db, ada.user.id)))
  expect(JSON.stringify(told)).toContain('ADAEZE OKAFOR')
  expect(JSON.stringify(told)).not.toMatch(/SMITH|not the name below|"failed"/)
})

test('a verdict that an older version kept is still told', async () => {
  const ada = await openAdaeze(portal)
  const { document } = await upload(ada, goodBill, { documentType: 'passport' })
  await portal.pool.query(
    "update documents set validation = validation #- '{metadata,regions}' #- '{metadata,repaired}' #- '{metadata,sex}' where id = $1",
    [document.id],
  )
  const [listed] = await ada.ask(documents.list, {})
  expect(listed?.validation?.metadata).toMatchObject({ regions: [], repaired: [], sex: null })
})
