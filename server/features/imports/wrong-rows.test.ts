import { expect, test } from 'vitest'
import { parseCsv } from '#server/features/imports/service/read-file.ts'
import { openPortal } from '#server/testing/portal.ts'
import { importCsv } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const earner = await portal.staff('fee_earner')

const header = 'Client Ref,Forename,Surname,Email,Phone,Fee Earner,Matter No,Matter Title,Matter Type,Opened'
const csv = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`

test('the wrong rows can be downloaded with their reasons, in a file that no spreadsheet executes', async () => {
  const known = await portal.client({ firstName: 'Dora', lastName: 'Here' })
  const file = await importCsv(
    admin,
    csv(
      'W1,Eve,Wrong,not-an-address,,,,,,',
      'W2,,Wrong,w2@wrong.example,,,,,,',
      'W3,Fay,Wrong,,,,,,,',
      `W4,Gil,Other,${known.user.email},,,,,,`,
      `W5,Hal,Staff,${earner.user.email},,,,,,`,
      'W6,Ida,Right,ida@right.example,,,W6/1,Purchase,,',
      'W7,Jo,Right,jo@right.example,,,W6/1,Purchase,,',
      'W8,Kay,Wrong,kay@wrong.example,,Nobody Known,,,,',
      'W9,Lee,Wrong,lee@wrong.example,,,W9/1,Sale,,31/02/2026',
      '=cmd|calc,Mo,Wrong,mo@wrong.example,,,,Sale without a number,,',
      'W11,Ned,Wrong,ned@wrong.example,,,,,,,,one too many',
      'W12,Oz,Wrong,oz@wrong.example,,,W12/1,Sale,,31/12/2199',
      'W13,Pat,Wrong,pat@wrong.example,,,W13/1,Sale,,01/01/2300',
      'W14,Quin,Wrong,quin@wrong.example,call me later,,,,,',
    ),
  )
  expect(file).toMatchObject({ newClients: 1, newCases: 1, wrong: 13 })
  expect(file.faults.map(({ words }) => words)).toEqual([
    'Email: “not-an-address” isn’t a valid email address.',
    'First name: missing.',
    'No client with this reference is here yet, and a new one needs an email address to sign in with.',
    'Email: this address is already used here, for Dora Here. Each client needs their own.',
    'Email: this is the address of someone at the firm, who can’t be a client too.',
    'Case reference: row 7 has it for another client. Please add joint clients on the case’s own page.',
    'Fee earner: nobody called “Nobody Known” can be responsible for clients here.',
    'Date opened: “31/02/2026” isn’t a date such as 31/12/2025.',
    'Case reference: missing. It keeps a case from going in twice.',
    'This row has 12 columns, but the first row names 10.',
    'Date opened: 31 December 2199 is still to come.',
    'Date opened: please check the year of “01/01/2300”.',
    'Phone: This isn’t a phone number. Please enter one, such as 020 7946 0123.',
  ])
  const { body } = await admin.send('GET', `/api/firm/imports/${file.id}/wrong-rows.csv`, undefined, {})
  const read = parseCsv(String(body), ',')
  const records = 'records' in read ? read.records : []
  expect(records[0]?.slice(-2)).toEqual(['Row in the file', 'Why it wasn’t imported'])
  expect(records).toHaveLength(1 + file.wrong)
  expect(records.map(([first]) => first)).toContain("'=cmd|calc")
})

test('a corrected row is imported from the file of wrong rows with the phone number that it had at first', async () => {
  const phone = "'+44 20 7946 0000"
  const first = await importCsv(admin, csv(`W20,Una,Phone,una-at-phone.example,${phone},,,,,`))
  const { body } = await admin.send('GET', `/api/firm/imports/${first.id}/wrong-rows.csv`, undefined, {})
  const corrected = String(body).replaceAll('una-at-phone.example', 'una@phone.example')
  const again = await importCsv(admin, corrected)
  expect(again).toMatchObject({ newClients: 1, wrong: 0 })
  const { rows } = await portal.pool.query("select phone from users where email = 'una@phone.example'")
  expect(rows).toEqual([{ phone: '+44 20 7946 0000' }])
})

test('a phone number that a spreadsheet took the first 0 of has it again', async () => {
  const phones = ['2079460958', '7700900123', '1632 960123']
  const file = csv(
    ...phones.map((phone, at) => `W3${at},Zoe,Zero${at},zero${at}@phone.example,${phone},,,,,`),
  )
  expect(await importCsv(admin, file)).toMatchObject({ newClients: 3, wrong: 0 })
  const { rows } = await portal.pool.query(
    "select phone from users where email like 'zero%@phone.example' order by email",
  )
  expect(rows.map(({ phone }) => phone)).toEqual(['02079460958', '07700900123', '01632 960123'])
})
