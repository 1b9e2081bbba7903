import { expect, test } from 'vitest'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { teams } from '#contract/firm/teams.ts'
import { imports } from '#contract/imports/imports.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { tasks } from '#contract/tasks.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { importCsv, preview, settled, uploadCsv } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const earner = await portal.staff('fee_earner')
const officer = await portal.staff('compliance_officer')

const header = 'Client Ref,Forename,Surname,Email,Phone,Fee Earner,Matter No,Matter Title,Matter Type,Opened'
const csv = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`
const clientsCalled = async (search: string) => (await officer.ask(firm.clients, { search })).clients
const mailsTo = async (address: string) =>
  (await portal.pool.query<{ subject: string }>('select subject from mails where address = $1', [address]))
    .rows

test('clients and cases are imported as previewed without emails, and a second import adds nothing', async () => {
  const text = csv(
    `OK1,Ada,Import,ada@import.example,+44 20 7946 0000,${earner.user.email},OK1/1,Sale of 1 Mill Lane,Sale,03/02/2026`,
    'OK1,Ada,Import,ada@import.example,,,OK1/2,Will,,',
    'OK2,Ben,Import,ben@import.example,,,,,,',
  )
  const file = await preview(admin, await uploadCsv(admin, text))
  expect(file).toMatchObject({ state: 'ready', rows: 3, newClients: 2, newCases: 2, known: 0, wrong: 0 })
  expect(file.fresh[0]).toEqual({
    row: 2,
    words: 'New client and case: Ada Import, Sale of 1 Mill Lane (OK1/1)',
  })
  expect(await clientsCalled('ada@import.example')).toEqual([])
  await admin.ask(imports.start, { id: file.id, isInviting: false })
  const done = await settled(admin, file.id, 'done')
  expect(done).toMatchObject({ processed: 3, newClients: 2, newCases: 2 })
  const [ada] = await clientsCalled('ada@import.example')
  if (!ada) throw new Error('nobody came in')
  expect(await officer.ask(firm.client, { id: ada.id })).toMatchObject({
    phone: '+44 20 7946 0000',
    feeEarnerId: earner.user.id,
  })
  expect(ada.tasks.total).toBeGreaterThan(5)
  const [will, sale] = (await officer.ask(matters.firmList, {})).filter(({ client }) => client.id === ada.id)
  expect(sale).toMatchObject({ reference: 'OK1/1', type: 'Sale', status: 'open', move: null })
  expect(sale?.createdAt).toEqual(new Date('2026-02-03T12:00:00Z'))
  expect(will).toMatchObject({ reference: 'OK1/2', type: 'Other' })
  expect(await mailsTo('ada@import.example')).toEqual([])
  const again = await importCsv(admin, text)
  expect(again).toMatchObject({ newClients: 0, newCases: 0, known: 3, wrong: 0 })
  expect(await clientsCalled('import.example')).toHaveLength(2)
})

test('a case of a client whose record was merged belongs to the record that was kept, however often', async () => {
  const first = await portal.client({ lastName: 'Jones' })
  const [second, kept] = [await portal.client(), await portal.client({ lastName: 'Smith' })]
  for (const { user } of [first, second, kept]) await admin.ask(firm.joinTeam, { email: user.email })
  const merge = (id: UserId, otherId: UserId) => admin.ask(merges.merge, { id, otherId, isConfirmed: true })
  await merge(second.user.id, first.user.id)
  await merge(kept.user.id, second.user.id)
  const rowOf = (reference: string, { firstName, lastName }: typeof first.user, email: string) =>
    csv(`${reference},${firstName},${lastName},${email},,,MR1/1,A merged sale,Sale,`)
  const done = await importCsv(admin, rowOf('MR1', first.user, first.user.email))
  expect(done).toMatchObject({ newClients: 0, newCases: 1, wrong: 0 })
  const [sale] = (await admin.ask(matters.firmList, {})).filter(({ reference }) => reference === 'MR1/1')
  expect(sale?.client.id).toBe(kept.user.id)
  // By the reference of one record and the address of another, or by an address alone, it is the same client.
  for (const row of [rowOf('MR1', first.user, kept.user.email), rowOf('', second.user, second.user.email)])
    expect(await preview(admin, await uploadCsv(admin, row))).toMatchObject({ known: 1, wrong: 0 })
})

test('a type is found however it is written, and the preview says which cases have only the general stages', async () => {
  const file = await preview(
    admin,
    await uploadCsv(
      admin,
      csv(
        'TY1,Ty,Import,ty@import.example,,,TY1/1,1 Mill Lane,purchase,',
        'TY1,Ty,Import,ty@import.example,,,TY1/2,2 Mill Lane,Purchse,',
        'TY1,Ty,Import,ty@import.example,,,TY1/3,3 Mill Lane,OTHER,',
        'TY1,Ty,Import,ty@import.example,,,TY1/4,4 Mill Lane,wills and  probate,',
      ),
    ),
  )
  expect(file.fresh.map(({ words }) => words)).toEqual([
    'New client and case: Ty Import, 1 Mill Lane (TY1/1)',
    'New case: Ty Import, 2 Mill Lane (TY1/2), type “Purchse”, with the general stages',
    'New case: Ty Import, 3 Mill Lane (TY1/3)',
    'New case: Ty Import, 4 Mill Lane (TY1/4), type “Wills and probate”, with the general stages',
  ])
})

const factsHeader =
  'Client Ref,Forename,Surname,Email,Matter No,Matter Title,Priority,Supervisor,Team,Value,Estimate,WIP,Completion Date,Limitation,In scope,Scope reason'
const factsCsv = (...rows: string[]) => `${[factsHeader, ...rows].join('\r\n')}\r\n`

test('a case is imported with its costs, dates, team, supervisor and scope, which the preview shows', async () => {
  const team = await admin.ask(teams.create, { name: 'Import team', memberIds: [] })
  const row = `FC1,Faye,Facts,faye@facts.example,FC1/1,Purchase,High,${earner.user.email},import TEAM,"£385,000","1,740.50",300,27 Feb 2026,2031-02-27,Y,Conveyancing`
  const file = await preview(admin, await uploadCsv(admin, factsCsv(row)))
  expect(file.fresh[0]?.words).toBe(
    'New client and case: Faye Facts, Purchase (FC1/1), value £385,000.00, estimate £1,740.50, costs so far £300.00, completion 27 February 2026, limitation 27 February 2031',
  )
  await admin.ask(imports.start, { id: file.id, isInviting: false })
  await settled(admin, file.id, 'done')
  const matter = (await admin.ask(matters.firmList, {})).find(({ reference }) => reference === 'FC1/1')
  if (!matter) throw new Error('no case came in')
  expect(matter).toMatchObject({ priority: 'high', dates: [], costs: { estimate: 174_050, soFar: 30_000 } })
  const { facts } = await admin.ask(matters.firmOne, { id: matter.id })
  expect(facts).toMatchObject({
    supervisorId: earner.user.id,
    teamId: team.id,
    value: 38_500_000,
    scope: 'yes',
    scopeReason: 'Conveyancing',
    dates: [
      { kind: 'completion', on: '2026-02-27', isShared: false },
      { kind: 'limitation', on: '2031-02-27', isShared: false },
    ],
  })
})

test('an invalid amount, date, choice, person or team is reported by row, and the row is left out', async () => {
  const name = (at: number) => `FW${at},Wes,Wrong,w${at}@facts.example,FW${at}/1,Case`
  const file = await preview(
    admin,
    await uploadCsv(
      admin,
      factsCsv(
        `${name(1)},,,,a lot,,,,,,`,
        `${name(2)},urgent,,,,,,31/31/2026,,,`,
        `${name(3)},,Nobody Known,,,,,,,,`,
        `${name(4)},,,No such team,,,,,,,`,
        `${name(5)},,,,,,,,,no,`,
        `${name(6)},,,,,,,01/01/0000,,,`,
        // Right, however far ahead.
        `${name(7)},,,,,,,24/06/3020,,,`,
      ),
    ),
  )
  expect(file.faults.map(({ words }) => words)).toEqual([
    'Value: “a lot” isn’t an amount in pounds such as 1,450.00.',
    'Priority: “urgent” isn’t high, medium or low. Completion date: “31/31/2026” isn’t a date such as 31/12/2025.',
    'Supervisor: nobody called “Nobody Known” can be responsible for clients here.',
    'Team: there is no team called “No such team”.',
    'Why in or out of scope: missing.',
    'Completion date: please check the year of “01/01/0000”.',
  ])
})

test('a couple who share an address and an initial stay two people', async () => {
  const text = csv(
    'J1,James,Sharer,jj@sharer.example,,,J1/1,Purchase of 2 Mill Lane,Purchase,',
    'J1,J.,Sharer,jj@sharer.example,,,J1/2,Sale of 3 Mill Lane,Sale,',
    'J2,Jane,Sharer,jj@sharer.example,,,J2/1,A will,Will,',
  )
  const file = await preview(admin, await uploadCsv(admin, text))
  expect(file).toMatchObject({ newClients: 1, newCases: 2, wrong: 1 })
  expect(file.faults.map(({ words }) => words)).toEqual([
    'Email: this address is also in row 2, for James Sharer. Each client needs their own.',
  ])
})

test('an initial with a reference of its own is not taken for the client who has the address', async () => {
  const text = csv(
    'K1,James,Halver,jh@halver.example,,,K1/1,Purchase of 2 Mill Lane,Purchase,',
    'K2,J.,Halver,jh@halver.example,,,K2/1,A will,Will,',
    ',J.,Halver,jh@halver.example,,,K1/2,Sale of 3 Mill Lane,Sale,',
  )
  const file = await preview(admin, await uploadCsv(admin, text))
  expect(file).toMatchObject({ newClients: 1, newCases: 2, wrong: 1 })
  expect(file.faults).toMatchObject([{ row: 3, words: expect.stringContaining('for James Halver') }])
})

test('a full name is split without its title, in either order', async () => {
  const names = ['"Titled, Dr Amara"', 'Mrs Ngozi Titled', '"Titled, Ben"']
  const rows = names.map((name, at) => `${name},n${at}@titled.example`)
  await importCsv(admin, `Full Name,Email\r\n${rows.join('\r\n')}\r\n`)
  const found = await clientsCalled('titled.example')
  expect(found.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()).toEqual([
    'Amara Titled',
    'Ben Titled',
    'Ngozi Titled',
  ])
})

test('a client whose invitation has expired gets a link from the page for forgotten passwords', async () => {
  const file = await importCsv(admin, csv('LT1,Lena,Late,lena@late.example,,,,,,'))
  await admin.ask(imports.invite, { id: file.id })
  await expect.poll(() => mailsTo('lena@late.example')).toHaveLength(1)
  const [lena] = await clientsCalled('lena@late.example')
  await portal.pool.query('update tokens set expires_at = $1 where subject_id = $2', [portal.now(), lena?.id])
  await portal.visitor().ask(accounts.askReset, { email: 'lena@late.example' })
  await expect.poll(() => mailsTo('lena@late.example')).toContainEqual({ subject: 'Choose a password' })
})

test('clients get no email before they are invited, and an invitation opens the account once', async () => {
  const file = await importCsv(admin, csv('IV1,Cara,Invite,cara@invite.example,,,,,,'))
  const [cara] = await clientsCalled('cara@invite.example')
  if (!cara) throw new Error('nobody came in')
  const newMatter = { clientId: cara.id, type: 'Property', priority: 'low', description: '' } as const
  const step = { whose: 'client', nextStep: 'Send us your payslips' } as const
  await admin.ask(matters.start, { ...newMatter, title: 'Purchase', description: 'A flat', ...step })
  expect(await mailsTo('cara@invite.example')).toEqual([])
  expect(await admin.ask(imports.invite, { id: file.id })).toEqual({ invited: 1 })
  await expect.poll(() => mailsTo('cara@invite.example')).toHaveLength(1)
  const { rows } = await portal.pool.query<{ id: string }>(
    "select id from mails where address = 'cara@invite.example'",
  )
  const { body } = await admin.send('GET', `/api/firm/mails/${rows[0]?.id}`, undefined, {})
  const token = /token=([\w-]{43})/.exec((body as { text: string }).text)?.[1] ?? ''
  const newcomer = portal.visitor()
  const newPassword = 'a lantern in the orchard'
  await newcomer.ask(accounts.resetPassword, { token, newPassword, confirmPassword: newPassword })
  const user = await newcomer.ask(accounts.login, { username: 'cara@invite.example', password: newPassword })
  expect(user).toMatchObject({ id: cara.id, isFirstLogin: true, isEmailConfirmed: true })
  expect((await newcomer.ask(tasks.list, {})).length).toBeGreaterThan(5)
  const accepted = await portal.pool.query('select document from acceptances where user_id = $1', [cara.id])
  expect(accepted.rows).toHaveLength(2)
  expect(await admin.ask(imports.invite, { id: file.id })).toEqual({ invited: 0 })
})

test('a case is not opened for whoever has registered with the name and address of the client', async () => {
  const { user } = await portal.client({ firstName: 'Vera', lastName: 'Quill' })
  const row = csv(`,Vera,Quill,${user.email},,,U1/1,Purchase,,`)
  expect((await importCsv(admin, row)).faults).toMatchObject([
    { words: expect.stringContaining('hasn’t confirmed that it’s theirs') },
  ])
  await portal.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  expect(await importCsv(admin, row)).toMatchObject({ newClients: 0, newCases: 1, wrong: 0 })
})

test('two records of one person become one client', async () => {
  const file = await importCsv(
    admin,
    csv(
      'TW1,Olu,Twice,olu@twice.example,,,TW1/1,Purchase,,',
      'TW2,Olu B.,Twice,OLU@twice.example,,,TW2/1,Will,,',
      'TW2,,,,,,TW2/2,Trust,,',
    ),
  )
  expect(file).toMatchObject({ newClients: 1, newCases: 3, wrong: 0 })
  expect(await clientsCalled('twice.example')).toHaveLength(1)
})

test('nothing reveals a restricted case, neither its reference nor an undo', async () => {
  const first = csv('RS1,Pat,Secret,pat@secret.example,,,RS1/1,Hidden purchase,,')
  const file = await importCsv(admin, first)
  const [pat] = await clientsCalled('pat@secret.example')
  const found = (await admin.ask(matters.firmList, {})).find(({ reference }) => reference === 'RS1/1')
  if (!pat || !found) throw new Error('nothing came in')
  await admin.ask(matterParties.saveAccess, { id: found.id, isRestricted: true, memberIds: [] })
  const other = await portal.staff('administrator')
  const again = await preview(
    other,
    await uploadCsv(other, csv('RS9,Pia,New,pia@secret.example,,,RS1/1,X,,')),
  )
  expect(again).toMatchObject({ newClients: 1, newCases: 0, wrong: 0 })
  portal.wait(seconds(1))
  await other.ask(imports.undo, { id: file.id })
  const undone = await settled(other, file.id, 'undone')
  expect(JSON.stringify(undone)).not.toMatch(/Hidden purchase|RS1\/1/)
  expect((await admin.ask(matters.firmOne, { id: found.id })).title).toBe('Hidden purchase')
})

test('a case that was never imported is recognised by its reference only for users who may see it', async () => {
  const client = await portal.client({ firstName: 'Quinn', lastName: 'Held' })
  const other = await portal.staff('administrator')
  for (const { ask } of [admin, other]) await ask(firm.joinTeam, { email: client.user.email })
  await portal.pool.query('update users set email_confirmed_at = now() where id = $1', [client.user.id])
  const step = { whose: 'firm', nextStep: 'We look at it' } as const
  const words = { title: 'Held purchase', type: 'Property', priority: 'low', description: 'A flat' } as const
  const matter = await admin.ask(matters.start, { clientId: client.user.id, ...words, ...step })
  const text = csv(`H1,Quinn,Held,${client.user.email},,,${matter.reference},Held purchase,,`)
  expect(await preview(admin, await uploadCsv(admin, text))).toMatchObject({ newCases: 0, known: 1 })
  await admin.ask(matterParties.saveAccess, { id: matter.id, isRestricted: true, memberIds: [] })
  const file = await importCsv(other, text)
  expect(file).toMatchObject({ newCases: 1, known: 0, wrong: 0 })
  const own = (await other.ask(matters.firmList, {})).filter(({ client: { id } }) => id === client.user.id)
  expect(own.map(({ title }) => title)).toEqual(['Held purchase'])
  expect(own[0]?.reference).not.toBe(matter.reference)
})
