import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { addTask } from '#server/features/tasks/service.ts'
import { bookAt, openOffice, wish } from './testing.ts'

/**
 * Nora runs an ordinary and a restricted case of Ana, for whom Priya is responsible. The restricted case, on which only
 * Nora and the administrator are named, asks for an appointment.
 */
async function openCases() {
  const { portal, priya } = await openOffice()
  const [nora, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const boss = await portal.staff('administrator')
  const ana = await portal.client()
  const clientId = ana.user.id
  const openMatter = async (title: string) => {
    const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase, title })
    const { facts } = await boss.ask(matters.firmOne, { id })
    await boss.ask(matters.saveFacts, { id, ...facts, feeEarnerId: nora.user.id })
    return id
  }
  const id = await openMatter('Purchase')
  const restrictedId = await openMatter('Divorce')
  const access = { id: restrictedId, isRestricted: true }
  await boss.ask(matterParties.saveAccess, { ...access, memberIds: [boss.user.id, nora.user.id] })
  const task = await jobContextOf(portal).transaction((ctx) =>
    addTask(ctx, {
      clientId,
      kind: 'appointment',
      category: 'legal_services',
      title: 'Meet us about the divorce',
      description: '',
      dueOn: null,
      matterId: restrictedId,
    }),
  )
  const close = (matterId: MatterId) => boss.ask(matters.firmClose, { id: matterId })
  const withOf = async (appointmentId: string) =>
    (await ana.ask(appointments.list, {})).find((listed) => listed.id === appointmentId)?.with.id
  return { portal, priya, nora, omar, boss, ana, id, restrictedId, task, clientId, close, withOf }
}

test('handing over a case neither shows nor moves an appointment of another case that is restricted', async () => {
  const { priya, nora, omar, boss, ana, id, restrictedId, close, withOf } = await openCases()
  const title = 'About the divorce'
  const secret = await bookAt(ana, '2026-11-12T10:00:00Z', { title, withId: nora.user.id })
  const open = await bookAt(ana, '2026-11-12T14:00:00Z', { withId: nora.user.id })
  await close(restrictedId)
  const toId = omar.user.id
  for (const person of [priya, nora, boss])
    expect((await person.ask(handOver.show, { id, toId })).appointments).toMatchObject([{ id: open.id }])
  const wanted = { id, fromId: nora.user.id, toId, note: '', isClientTold: false }
  expect((await priya.ask(handOver.hand, wanted)).appointments).toMatchObject([{ id: open.id }])
  expect([await withOf(open.id), await withOf(secret.id)]).toEqual([toId, nora.user.id])
  const heard = await omar.ask(notifications.list, {})
  expect(heard.filter((notice) => notice.topic === 'appointments')).toHaveLength(1)
})

test('handing over a restricted case moves its own appointments alone', async () => {
  const { nora, omar, ana, restrictedId, withOf } = await openCases()
  const own = await bookAt(ana, '2026-11-12T10:00:00Z', { withId: nora.user.id })
  const other = await bookAt(ana, '2026-11-12T14:00:00Z', { withId: nora.user.id })
  const toId = omar.user.id
  expect(await nora.ask(handOver.show, { id: restrictedId, toId })).toMatchObject({
    appointments: [{ id: own.id, goesAlong: true }],
  })
  const wanted = { id: restrictedId, fromId: nora.user.id, toId, note: '', isClientTold: false }
  await nora.ask(handOver.hand, wanted)
  expect([await withOf(own.id), await withOf(other.id)]).toEqual([toId, nora.user.id])
})

test('an appointment of a restricted case stays with those named on it when the person leaves', async () => {
  const { priya, nora, boss, ana, withOf } = await openCases()
  const secret = await bookAt(ana, '2026-11-12T10:00:00Z', { withId: nora.user.id })
  const open = await bookAt(ana, '2026-11-12T14:00:00Z', { withId: nora.user.id })
  await boss.ask(people.deactivate, { id: nora.user.id, handTo: priya.user.id })
  expect([await withOf(secret.id), await withOf(open.id)]).toEqual([boss.user.id, priya.user.id])
})

test('what the firm books completes no step of a case that the booker or the person who meets may not see', async () => {
  const { priya, nora, boss, ana, task, clientId } = await openCases()
  const book = (person: typeof boss, time: string, withId = person.user.id) =>
    person.ask(firmAppointments.book, { ...wish(`2026-11-12T${time}:00Z`), clientId, withId })
  const statusOf = async () => (await ana.ask(tasks.list, {})).find(({ id }) => id === task.id)?.status
  const from = { from: '2026-11-12', to: '2026-11-12' }
  const ordinary = await book(priya, '10:00')
  await book(boss, '11:00', priya.user.id)
  expect(await statusOf()).toBe('pending')
  expect((await priya.ask(firmAppointments.list, from)).map(({ id }) => id)).toContain(ordinary.id)
  await book(boss, '14:00', nora.user.id)
  expect(await statusOf()).toBe('completed')
})
