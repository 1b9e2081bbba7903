import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
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
  await boss.ask(firm.joinTeam, { email: ana.user.email })
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

test('what the firm books completes the step that it names, and none of a restricted case that it does not', async () => {
  const { portal, nora, boss, ana, task, clientId } = await openCases()
  const at = (time: string) => ({ ...wish(`2026-11-12T${time}:00Z`), clientId, withId: nora.user.id })
  const statusOf = async () => (await ana.ask(tasks.list, {})).find(({ id }) => id === task.id)?.status
  const purposes = await boss.ask(firmAppointments.purposes, { clientId, withId: nora.user.id })
  expect(purposes).toEqual([{ taskId: task.id, title: 'Meet us about the divorce', matters: [] }])
  await boss.ask(firmAppointments.book, { ...at('10:00'), taskId: null })
  await boss.ask(firmAppointments.book, at('11:00'))
  expect(await statusOf()).toBe('pending')
  const { id } = await boss.ask(firmAppointments.book, { ...at('12:00'), taskId: task.id })
  expect(await statusOf()).toBe('completed')
  await expect(boss.ask(firmAppointments.book, { ...at('14:00'), taskId: task.id })).rejects.toMatchObject({
    reason: 'purpose_gone',
    fields: { taskId: expect.stringContaining('choose again') },
  })
  await boss.ask(appointments.cancel, { id })
  expect(await statusOf()).toBe('pending')
  const other = await portal.client()
  await boss.ask(firm.joinTeam, { email: other.user.email })
  const foreign = { ...wish('2026-11-12T15:00:00Z'), clientId: other.user.id, taskId: task.id }
  await expect(boss.ask(firmAppointments.book, foreign)).rejects.toMatchObject({ reason: 'purpose_gone' })
})

test('a step of a case that the booker or the person who meets may not see is neither offered nor completed', async () => {
  const { priya, nora, boss, ana, task, clientId } = await openCases()
  const at = (time: string) => ({ ...wish(`2026-11-12T${time}:00Z`), clientId })
  const pairs = [
    { booker: priya, withId: priya.user.id },
    { booker: boss, withId: priya.user.id },
    { booker: priya, withId: nora.user.id },
  ]
  for (const [index, { booker, withId }] of pairs.entries()) {
    expect(await booker.ask(firmAppointments.purposes, { clientId, withId })).toEqual([])
    const named = { ...at(`1${index}:00`), withId, taskId: task.id }
    await expect(booker.ask(firmAppointments.book, named)).rejects.toMatchObject({ reason: 'purpose_gone' })
  }
  const ordinary = await priya.ask(firmAppointments.book, at('14:00'))
  const days = { from: '2026-11-12', to: '2026-11-12' }
  expect((await priya.ask(firmAppointments.list, days)).map(({ id }) => id)).toContain(ordinary.id)
  expect((await ana.ask(tasks.list, {})).find(({ id }) => id === task.id)?.status).toBe('pending')
})
