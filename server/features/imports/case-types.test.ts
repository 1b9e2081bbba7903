import { expect, test } from 'vitest'
import { templates } from '#contract/templates/templates.ts'
import { openPortal } from '#server/testing/portal.ts'
import { preview, uploadCsv } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')

const header = 'Client Ref,Forename,Surname,Email,Phone,Fee Earner,Matter No,Matter Title,Matter Type,Opened'
const csv = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`

test("a type of the firm's own is found however it is written", async () => {
  const type = 'Lease extension'
  const { id } = await admin.ask(templates.add, { type })
  await admin.ask(templates.publish, { id, revision: 1, note: 'Our own.' })
  const typed = ['LEASE EXTENSION', 'lease-extension', 'Lease  extensions', 'Lease option']
  const rows = typed.map((words, at) => `FT1,Fay,Type,ft@import.example,,,FT1/${at},Mill Lane,${words},`)
  const file = await preview(
    admin,
    await uploadCsv(admin, csv(...rows, 'FT1,Fay,Type,ft@import.example,,,FT1/9,Mill Lane,Sales,')),
  )
  const [capitals, hyphen, plural, other, shipped] = file.fresh.map(({ words }) => words)
  for (const words of [capitals, hyphen, plural]) expect(words).toContain('type “Lease extension”')
  expect(other).toContain('type “Lease option”')
  expect(shipped).toMatch(/\(FT1\/9\)$/)
})
