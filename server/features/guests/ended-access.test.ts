import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guestDays, guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import { plainPage, send, upload } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'
import { documentsAsked, flat, step, withGuests } from './testing/guests.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const { invited, enter } = withGuests(portal, priya)

describe('access ends', () => {
  test('immediately when the firm ends it, or removes the party', async () => {
    for (const how of ['end', 'remove'] as const) {
      const access = await invited()
      const guest = await enter(access)
      const { id, partyId } = access
      await (how === 'end'
        ? priya.ask(guests.end, { id, partyId })
        : priya.ask(matterParties.remove, { id, partyId }))
      await expect.poll(() => guest.ask(tasks.list, {}).catch(({ code }) => code)).toBe('unauthenticated')
      await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_over' })
    }
  })

  test('for users of the previous link, when the firm corrects the address, to which a new one is sent', async () => {
    const access = await invited()
    const guest = await enter(access)
    const [{ id, partyId }, { email }] = [access, newPerson()]
    const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Johns', phone: '' } as const
    await priya.ask(matterParties.save, { id, partyId, ...aunt, email, number: '', detail: '' })
    await expect.poll(() => guest.ask(tasks.list, {}).catch(({ code }) => code)).toBe('unauthenticated')
    await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_over' })
    expect(await priya.ask(guests.list, { id })).toMatchObject([{ email, state: 'expired' }])
    expect(await priya.ask(guests.renew, { id, partyId })).toMatchObject({ email })
    expect(await mailsTo(portal, email)).toHaveLength(1)
  })

  test('on one case, but not on another where they are a guest too', async () => {
    const first = await invited()
    const other = await priya.ask(matters.start, { clientId: first.client.user.id, ...flat, ...step })
    const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', phone: '' } as const
    const { parties } = await priya.ask(matters.firmOne, { id: first.id })
    const personId = parties.find(({ id }) => id === first.partyId)?.personId
    const added = { ...aunt, email: first.email, number: '', detail: '', ...(personId && { personId }) }
    const { id: partyId } = await priya.ask(matterParties.add, { id: other.id, ...added })
    const { code, path } = await priya.ask(guests.invite, {
      id: other.id,
      partyId,
      documents: documentsAsked,
    })
    await priya.ask(guests.end, { id: first.id, partyId: first.partyId })
    expect((await enter({ token: path?.split('token=')[1] ?? '', code })).user).toMatchObject({
      isGuest: true,
    })
  })

  test('on one case, and then neither sees, answers nor sends anything for it by the link of another', async () => {
    const first = await invited()
    const early = await enter(first)
    const [letter] = await early.ask(tasks.list, {})
    const sent = { taskId: letter?.id ?? '', filename: 'gift.pdf' }
    await upload(early, plainPage, sent)
    const { parties } = await priya.ask(matters.firmOne, { id: first.id })
    const personId = parties.find(({ id }) => id === first.partyId)?.personId
    const other = await priya.ask(matters.start, { clientId: first.client.user.id, ...flat, ...step })
    const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', phone: '' } as const
    const added = { ...aunt, email: first.email, number: '', detail: '', ...(personId && { personId }) }
    const { id: partyId } = await priya.ask(matterParties.add, { id: other.id, ...added })
    const payslip = [{ title: 'A payslip' }]
    const { code, path } = await priya.ask(guests.invite, { id: other.id, partyId, documents: payslip })
    await priya.ask(guests.end, { id: first.id, partyId: first.partyId })

    // What was opened by the link that ended is over, although they are still a guest.
    await expect.poll(() => early.ask(tasks.list, {}).catch(({ code }) => code)).toBe('unauthenticated')
    const guest = await enter({ token: path?.split('token=')[1] ?? '', code })
    expect((await guest.ask(tasks.list, {})).map(({ title }) => title)).toEqual(['A payslip'])
    expect(await guest.ask(documents.list, {})).toEqual([])
    expect((await send(guest, plainPage, sent)).status).toBe(404)
    const [row] = (await priya.ask(guests.list, { id: other.id })).map((shown) => shown.tasks)
    expect(row).toEqual({ completed: 0, total: 1 })
    const again = await priya.ask(guests.invite, { id: first.id, partyId: first.partyId, documents: [] })
    const back = await enter({ token: again.path?.split('token=')[1] ?? '', code: again.code })
    expect(await back.ask(tasks.list, {})).toHaveLength(1 + documentsAsked.length)
    expect(await back.ask(documents.list, {})).toHaveLength(1)
  })

  test('on a case that they are removed from, until they are added to it again', async () => {
    const first = await invited()
    const guest = await enter(first)
    const { parties } = await priya.ask(matters.firmOne, { id: first.id })
    const personId = parties.find(({ id }) => id === first.partyId)?.personId
    const { id } = await priya.ask(matters.start, { clientId: first.client.user.id, ...flat, ...step })
    const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', phone: '' } as const
    const added = { ...aunt, email: first.email, number: '', detail: '', ...(personId && { personId }) }
    const { id: partyId } = await priya.ask(matterParties.add, { id, ...added })
    await priya.ask(matterTabs.requestDocument, { id, clientId: guest.user.id, title: 'A payslip' })
    const titles = async () => (await guest.ask(tasks.list, {})).map(({ title }) => title)
    expect(await titles()).toContain('A payslip')
    await priya.ask(matterParties.remove, { id, partyId })
    expect(await titles()).not.toContain('A payslip')
    await priya.ask(matterParties.add, { id, ...added })
    expect(await titles()).toContain('A payslip')
  })

  test('when the link expires', async () => {
    const fresh = await openPortal()
    const access = await invited(fresh, await fresh.staff('fee_earner'))
    fresh.wait((guestDays + 1) * 24 * 60 * 60 * 1000)
    await expect(enter(access, fresh)).rejects.toMatchObject({ reason: 'guest_over' })
  })

  test('when nothing is left to do', async () => {
    const access = await invited()
    const { user } = await enter(access)
    await portal.pool.query(`update tasks set status = 'completed' where client_id = $1`, [user.id])
    await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_done' })
  })
})
