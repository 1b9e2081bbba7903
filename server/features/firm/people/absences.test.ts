import { expect, test } from 'vitest'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { absences } from '#contract/firm/teams.ts'
import { yearWords } from '#contract/kit/endpoint.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { bookAt, startDivorce } from '#server/features/appointments/testing.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
const boss = await portal.staff('administrator')
const cover = await portal.staff('fee_earner')

const newClient = async (away: Client, ...members: Client[]) => {
  const client = await portal.client()
  const memberIds = members.map(({ user }) => user.id)
  await boss.ask(firm.joinTeam, { email: client.user.email })
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: away.user.id, memberIds })
  return client
}
const days = { from: '2026-11-16', backOn: '2026-11-20' }
const coverId = cover.user.id
const bookedNotices = async (person: Client) =>
  (await person.ask(notifications.list, {})).filter(({ title }) => title.endsWith("booked while you're away"))

test('an absence that an administrator enters tells of all that the person has booked, and once', async () => {
  const away = await portal.staff('fee_earner')
  const client = await newClient(away, boss)
  const matterId = await startDivorce(portal, { opener: away, client })
  const { id } = await bookAt(client, '2026-11-18T10:00:00Z')
  await away.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [] })

  const wanted = { id: away.user.id, ...days, coverId }
  const request = { id: away.user.id, ...days }
  expect((await away.ask(absences.booked, request)).map((appointment) => appointment.id)).toEqual([id])
  expect(await away.ask(absences.booked, { ...request, backOn: '2026-11-18' })).toEqual([])
  const inYear26 = { ...request, from: '0026-11-16' }
  for (const refused of [
    away.ask(absences.booked, inYear26),
    away.ask(absences.save, { ...wanted, ...inYear26 }),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: { from: yearWords } })
  await expect(cover.ask(absences.booked, request)).rejects.toMatchObject({ reason: 'not_yours' })
  // The administrator learns nothing of the restricted case.
  expect(await boss.ask(absences.booked, request)).toEqual([])
  expect((await boss.ask(absences.save, wanted)).booked).toEqual([])
  const notice = {
    title: "1 appointment is booked while you're away",
    body: 'Please move it, or ask your cover to take it over.',
    link: `/firm/appointments?appointment=${id}`,
  }
  expect(await bookedNotices(away)).toMatchObject([notice])
  await boss.ask(absences.save, wanted)
  await boss.ask(absences.save, { ...wanted, coverId: (await portal.staff('fee_earner')).user.id })
  expect(await bookedNotices(away)).toHaveLength(1)
  await boss.ask(absences.save, { ...wanted, backOn: '2026-11-21' })
  expect(await bookedNotices(away)).toHaveLength(2)
})

test('open pages of an appointment hear that the person will be away then, or no longer', async () => {
  const [away, colleague] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const client = await newClient(away, colleague)
  const other = await newClient(away)
  await bookAt(client, '2026-11-18T10:00:00Z')
  await bookAt(other, '2026-11-25T10:00:00Z')
  const open = (person: Client) => openPage(person, { address, db: portal.db })
  /** Returns for each page whether it hears of appointments while this is done. */
  const hearing = async (act: () => Promise<unknown>) => {
    const pages = [await open(client), await open(colleague), await open(other)]
    await act()
    const received = []
    for (const page of pages) received.push((await page.received()).topics.includes('appointments'))
    return received
  }

  const wanted = { id: away.user.id, ...days, coverId }
  expect(await hearing(() => away.ask(absences.save, wanted))).toEqual([true, true, false])
  const later = { ...wanted, from: '2026-11-23', backOn: '2026-11-27' }
  expect(await hearing(() => away.ask(absences.save, later))).toEqual([true, true, true])
  expect(await hearing(() => away.ask(absences.end, { id: away.user.id }))).toEqual([false, false, true])

  const off = { firstDay: '2026-11-18', lastDay: '2026-11-18' }
  expect(await hearing(() => away.ask(firmAppointments.addDaysOff, off))).toEqual([true, true, false])
  const [entry] = (await away.ask(firmAppointments.diary, {})).daysOff
  if (!entry) throw new Error('It was not saved')
  expect(await hearing(() => away.ask(firmAppointments.removeDaysOff, { id: entry.id }))).toEqual([
    true,
    true,
    false,
  ])
})
