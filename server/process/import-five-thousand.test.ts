import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { importCsv } from '#server/features/imports/testing/files.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')

const wrongRows = 37

test('of 5,000 rows of which 37 are wrong, 4,963 go in, 37 come back, and nothing goes in twice', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => {
    const email = at % 135 === 7 && at / 135 < wrongRows ? 'nobody' : `c${at}@many.example`
    return `C${at},Ann${at},Many,${email},C${at}/1,Purchase ${at}`
  })
  const text = `Client Ref,First name,Last name,Email,Case Ref,Case title\n${rows.join('\n')}\n`
  const file = await importCsv(admin, text)
  expect(file).toMatchObject({ newClients: 4963, newCases: 4963, known: 0, wrong: wrongRows })
  const again = await importCsv(admin, text)
  expect(again).toMatchObject({ newClients: 0, newCases: 0, known: 4963, wrong: wrongRows })
  expect((await admin.ask(firm.clients, {})).total).toBe(4963)
})
