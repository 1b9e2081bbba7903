import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { absences } from '#contract/firm/teams.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { addTask } from '#server/features/tasks/service.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const cover = await portal.staff('fee_earner')

const newClient = async (away: Client) => {
  const client = await portal.client()
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: away.user.id, memberIds: [] })
  return client
}
const days = { from: '2026-11-16', backOn: '2026-11-20' }
const coverId = cover.user.id
const bookedNotices = async (person: Client) =>
  (await person.ask(notifications.list, {})).filter(({ title }) => title.endsWith("booked while you're away"))

test('an absence that an administrator enters tells of all that the person has booked, and once', async () => {
  const away = await portal.staff('fee_earner')
  const client = await newClient(away)
  const { id: matterId } = await away.ask(matters.start, {
    clientId: client.user.id,
    title: 'Divorce',
    type: 'Family',
    priority: 'low',
    description: 'Her divorce',
    whose: 'firm',
    nextStep: 'We draft the petition',
  })
  await jobContextOf(portal).transaction((ctx) =>
    addTask(ctx, {
      clientId: client.user.id,
      kind: 'appointment',
      category: 'documents',
      title: 'Book an appointment',
      description: 'To talk about it',
      dueOn: null,
      matterId,
    }),
  )
  const { id } = await bookAt(client, '2026-11-18T10:00:00Z')
  await away.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [] })

  const wanted = { id: away.user.id, ...days, coverId }
  // The administrator learns nothing of the restricted case.
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
