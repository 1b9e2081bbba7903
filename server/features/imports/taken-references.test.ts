import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'
import { importCsv } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')

const openMatter = async () => {
  const { user } = await portal.client()
  await admin.ask(firm.joinTeam, { email: user.email })
  return admin.ask(matters.start, { clientId: user.id, ...flatPurchase })
}

test('the portal’s next reference passes over one that an imported case has already', async () => {
  const { id, reference } = await openMatter()
  await admin.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const [, beginning = '', digits = ''] = /^(.*-)(\d+)$/.exec(reference) ?? []
  const after = (step: number) => `${beginning}${String(Number(digits) + step).padStart(5, '0')}`
  const row = (email: string, given: string) => `${email},Ada,Other,${email},${given},Sale of ${given},Sale`
  const rows = [
    row('ada@taken.example', after(1)),
    row('ben@taken.example', after(2)),
    // Taken by a case that this user may not see, so this one gets the next that no row of the file has.
    row('cat@taken.example', reference),
  ]
  const text = `Client Ref,Forename,Surname,Email,Matter No,Matter Title,Matter Type\r\n${rows.join('\r\n')}\r\n`
  const other = await portal.staff('administrator')
  expect(await importCsv(other, text)).toMatchObject({ newCases: 3, wrong: 0 })
  const imported = (await other.ask(matters.firmList, {})).filter(({ title }) => title.startsWith('Sale of'))
  expect(imported.map((matter) => matter.reference).toSorted()).toEqual([after(1), after(2), after(3)])
  expect((await openMatter()).reference).toBe(after(4))
})
