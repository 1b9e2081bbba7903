import { expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { plainPage, unread, upload } from '#server/features/documents/testing/documents.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal({ isDemo: false })
const admin = await portal.staff('administrator')

const facts = {
  name: 'Okafor & Lind',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 123456.',
  telephone: '020 7946 0999',
  hours: 'Monday to Friday, 9am to 5pm',
  email: 'hello@okafor-lind.example',
  postalAddress: '1 Market Place, Leeds LS1 1AA',
  complaintsTo: 'complaints@okafor-lind.example',
  vatNumber: '',
  expectedReply: 'within two working days',
  timeZone: 'Europe/London',
  holidays: 'scotland',
  isFaceComparisonOn: false,
  isOnSharedComputers: false,
} as const
const reuse = { addressMonths: 6, identityMonths: 12 }
const letterTerms = {
  supervisor: 'Ines Lind, solicitor and partner',
  feesText: 'We charge by the hour, at £240 plus VAT.',
  estimateText: '',
}
const wanted = { ...facts, ...letterTerms, ...reuse }

test('every page shows a saved setting immediately', async () => {
  expect(await admin.ask(settings.save, wanted)).toEqual(wanted)
  expect(await admin.ask(settings.all, {})).toEqual(wanted)
  const { vatNumber: _, isFaceComparisonOn: __, isOnSharedComputers: ___, ...shown } = facts
  expect(await portal.visitor().ask(settings.firm, {})).toMatchObject({ ...shown, vatNumber: null })
})

test('an unusable setting is refused at its field', async () => {
  const wrong = {
    ...wanted,
    name: ' ',
    telephone: ' ',
    email: 'hello',
    timeZone: 'Europe/Atlantis',
    feesText: 'Our fees are [£…] plus VAT.',
    addressMonths: 0,
    identityMonths: 61,
  }
  await expect(admin.ask(settings.save, wrong)).rejects.toMatchObject({
    code: 'invalid',
    fields: {
      name: "The firm's name is required",
      telephone: 'A telephone number is required',
      email: 'Please enter a valid email address',
      timeZone: 'Please choose a time zone',
      feesText: 'Please replace the words in square brackets: clients will see this exactly as it is',
      addressMonths: 'Please enter a number of months from 1 to 12',
      identityMonths: 'Please enter a number of months from 1 to 60',
    },
  })
})

test('a telephone number from before there were rules stays while the rest is saved, and no other like it is taken', async () => {
  await admin.ask(settings.save, wanted)
  const telephone = '0800 PORTICO'
  await portal.pool.query('update firm set telephone = $1', [telephone])
  const saved = await admin.ask(settings.save, { ...wanted, telephone, hours: '9am to 6pm' })
  expect(saved).toMatchObject({ telephone, hours: '9am to 6pm' })
  await expect(admin.ask(settings.save, { ...wanted, telephone: 'see the website' })).rejects.toMatchObject({
    fields: { telephone: expect.stringMatching(/^This isn’t a phone number/) },
  })
  await expect(admin.ask(settings.save, { ...wanted, telephone: '' })).rejects.toMatchObject({
    fields: { telephone: 'A telephone number is required' },
  })
  await admin.ask(settings.save, wanted)
})

test('a change is in the audit trail, with the names of the fields only', async () => {
  await admin.ask(settings.save, {
    ...wanted,
    expectedReply: 'today',
    holidays: 'northern-ireland',
    addressMonths: 2,
  })
  const { rows } = await portal.pool.query(
    `select details from audit where event = 'settings.changed' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ details: { fields: 'expectedReply, holidays, addressMonths' } }])
})

test('if clients may use shared computers, no browser stores a file', async () => {
  const ana = await portal.client()
  const { document } = await upload(ana, plainPage, unread)
  const cacheOf = async (path: string, type: RegExp) => {
    const reply = await portal.app.inject({ url: path, cookies: Object.fromEntries(ana.jar) })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, expect.stringMatching(type)])
    return reply.headers['cache-control']
  }
  const [file, picture] = [`/api/documents/${document.id}/download`, `/api/documents/${document.id}/pages/1`]
  await admin.ask(settings.save, wanted)
  expect(await cacheOf(file, /pdf/)).toBe('private, no-cache')
  expect(await cacheOf(picture, /png/)).toBe('private, no-cache')
  await admin.ask(settings.save, { ...wanted, isOnSharedComputers: true })
  expect(await cacheOf(file, /pdf/)).toBe('no-store')
  expect(await cacheOf(picture, /png/)).toBe('no-store')
})

test.each(['BST', 'IST', 'ACT', '+01:00'])(
  '%s is no time zone that appointments could be kept in',
  async (timeZone) => {
    await expect(admin.ask(settings.save, { ...wanted, timeZone })).rejects.toMatchObject({
      fields: { timeZone: 'Please choose a time zone' },
    })
  },
)

test('of two administrators who change different settings at once, both changes stand; of one, the first', async () => {
  const basedOn = await admin.ask(settings.save, wanted)
  const colleague = await portal.staff('administrator')
  await admin.ask(settings.save, { ...wanted, basedOn, hours: '8am to 6pm' })
  const saved = await colleague.ask(settings.save, { ...wanted, basedOn, expectedReply: 'today' })
  expect(saved).toEqual({ ...wanted, hours: '8am to 6pm', expectedReply: 'today' })
  const late = colleague.ask(settings.save, { ...wanted, basedOn, hours: '10am to 4pm', name: 'Lind' })
  await expect(late).rejects.toMatchObject({
    code: 'conflict',
    fields: {
      hours:
        'Someone has changed this since you opened the page. Please make a note of your change and reload the page.',
    },
  })
  expect(await admin.ask(settings.all, {})).toEqual(saved)
})
