import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { imports } from '#contract/imports/imports.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'
import { importCsv, preview, uploadCsv } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const other = await portal.staff('administrator')
const priya = await portal.staff('fee_earner')

const header =
  'Client Ref,Forename,Surname,Email,Phone,Postcode,Matter No,Matter Title,Matter Type,WIP,Completion Date'
const csv = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`
const changedIn = async (asking: typeof admin, text: string) =>
  (await preview(asking, await uploadCsv(asking, text))).changed
const clientCalled = async (search: string) => {
  const [client] = (await admin.ask(firm.clients, { search })).clients
  if (!client) throw new Error('nobody came in')
  return client
}

test('a row that is already here says which columns differ, in the preview and in the file, and overwrites nothing', async () => {
  const ada = 'CH1,Ada,Change,ada@change.example'
  await importCsv(admin, csv(`${ada},0161 496 0000,LS1 4DY,CH1/1,Sale,Sale,1200,12/12/2026`))
  // The same in another spelling is no difference.
  const alike = csv(
    'CH1,ADA,Change,Ada@change.example,+44 161 496 0000,ls14dy,CH1/1,sale,sale,"1,200.00",2026-12-12',
  )
  expect(await changedIn(admin, alike)).toEqual([])
  const changed = csv(`${ada},020 7946 0123,LS1 4DY,CH1/1,Sale,Sale,1300,01/02/2027`, `${ada},,,,,,,`)
  const words =
    'Already here. Phone: the file says 020 7946 0123, the portal 0161 496 0000. ' +
    'Costs so far: the file says £1,300.00, the portal £1,200.00. ' +
    'Completion date: the file says 1 February 2027, the portal 12 December 2026.'
  expect(await changedIn(admin, changed)).toEqual([{ row: 2, words }])
  const done = await importCsv(admin, changed)
  expect(done).toMatchObject({ newClients: 0, newCases: 0, known: 2, changed: [{ row: 2, words }] })
  const { body } = await admin.send('GET', `/api/firm/imports/${done.id}/wrong-rows.csv`, undefined, {})
  expect(String(body)).toContain(
    `"020 7946 0123","LS1 4DY","CH1/1","Sale","Sale","1300","01/02/2027","2","${words}"`,
  )
  expect(String(body).trim().split('\r\n')).toHaveLength(2)
  const client = await clientCalled('ada@change.example')
  expect(await admin.ask(firm.client, { id: client.id })).toMatchObject({ phone: '0161 496 0000' })
})

test('nothing is told of a client or a case that the reader may not open, whoever ran the import', async () => {
  const row = (phone: string, title: string) =>
    csv(`CH2,Bea,Change,bea@change.example,${phone},,CH2/1,${title},Will,,`)
  await importCsv(admin, row('0161 496 0000', 'Secret will'))
  const sale = (await admin.ask(matters.firmList, {})).find(({ reference }) => reference === 'CH2/1')
  if (!sale) throw new Error('no case came in')
  const changed = row('020 7946 0123', 'Other words')
  await admin.ask(matterParties.saveAccess, { id: sale.id, isRestricted: true, memberIds: [] })
  expect(await changedIn(other, changed)).toEqual([
    { row: 2, words: 'Already here. Phone: the file says 020 7946 0123, the portal 0161 496 0000.' },
  ])
  const bea = await clientCalled('bea@change.example')
  const done = await importCsv(other, changed)
  expect(done.changed).toHaveLength(1)
  await admin.ask(firm.assign, { id: bea.id, feeEarnerId: priya.user.id, memberIds: [] })
  expect(await changedIn(other, changed)).toEqual([])
  expect((await other.ask(imports.one, { id: done.id })).changed).toEqual([])
  const { body } = await other.send('GET', `/api/firm/imports/${done.id}/wrong-rows.csv`, undefined, {})
  expect(String(body)).not.toContain('0161')
})
