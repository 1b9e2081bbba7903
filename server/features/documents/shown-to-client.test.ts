import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { Validation } from '#contract/documents/validation.ts'
import { personalDataOf } from '#server/testing/personal-data.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnForgedPassport } from '#server/testing/sample-documents.ts'
import { personalData } from './schema.ts'
import { goodBill, openAdaeze, readOf, upload } from './testing/documents.ts'

const portal = await openPortal()

const sendForged = async () => {
  const ana = await portal.client()
  const sent = { filename: 'passport.jpg', documentType: 'passport' }
  const { document } = await upload(ana, await drawnForgedPassport(), sent)
  await readOf(ana, document)
  const { rows } = await portal.pool.query<{ validation: Validation }>(
    'select validation from documents where id = $1',
    [document.id],
  )
  return { ana, document, kept: Validation.parse(rows[0]?.validation) }
}

const forged = await sendForged()

/** Returns what only the firm is told about a doctored document. */
const suspicionOf = ({ checks, metadata: { flagEvidence } }: Validation) => {
  expect(checks.find(({ rule }) => rule === 'zones_agree')).toMatchObject({ outcome: 'failed' })
  expect(flagEvidence.isFraudulent?.length).toBeGreaterThan(0)
  return Object.values(flagEvidence).flat()
}

const expectUntold = (shown: unknown, kept: Validation) => {
  const words = JSON.stringify(shown)
  expect(words).toContain('AMARA OKAFOR')
  expect(words).not.toContain('"failed"')
  for (const secret of suspicionOf(kept)) expect(words).not.toContain(JSON.stringify(secret).slice(1, -1))
}

test('what a suspicion rests on is kept for the firm, and not told to the client', async () => {
  const { ana, document, kept } = forged
  const { id } = document
  const answers = [
    await ana.ask(documents.list, {}),
    await ana.ask(documents.one, { id }),
    await ana.ask(documents.correct, { id, field: 'fullName', value: 'Amara Okafor' }),
  ]
  expectUntold(answers, kept)
})

test('what a suspicion rests on does not leave with the export of the client’s data either', async () => {
  const { ana, kept } = forged
  expectUntold(await personalDataOf(portal.db, personalData, ana.user.id), kept)
})

test('a verdict that an older version kept is still told', async () => {
  const ada = await openAdaeze(portal)
  const { document } = await upload(ada, goodBill, { documentType: 'passport' })
  await readOf(ada, document)
  await portal.pool.query(
    "update documents set validation = validation #- '{metadata,regions}' #- '{metadata,repaired}' #- '{metadata,sex}' where id = $1",
    [document.id],
  )
  const [listed] = await ada.ask(documents.list, {})
  expect(listed?.validation?.metadata).toMatchObject({ regions: [], repaired: [], sex: null })
})
