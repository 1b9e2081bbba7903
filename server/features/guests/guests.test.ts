import { describe, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { codeTries, guestDays, guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import { plainPage, send, upload } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const flat = {
  title: 'Purchase of 4 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat',
} as const
const step = { whose: 'firm', nextStep: 'We check the lease' } as const

async function withAunt(on = portal, by = priya) {
  const client = await on.client()
  const { id } = await by.ask(matters.start, { clientId: client.user.id, ...flat, ...step })
  const { email } = newPerson()
  const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', email, phone: '' } as const
  const { id: partyId } = await by.ask(matterParties.add, { id, ...aunt, number: '', detail: '' })
  return { client, id, partyId, email }
}
const documentsAsked = [{ title: 'A letter about your gift' }, { title: 'A bank statement' }]
async function invited(on = portal, by = priya) {
  const { id, partyId, ...rest } = await withAunt(on, by)
  const { code, path } = await by.ask(guests.invite, { id, partyId, documents: documentsAsked })
  return { id, partyId, code, token: path?.split('token=')[1] ?? '', ...rest }
}
const enter = async ({ token, code }: { token: string; code: string }, on = portal) => {
  const guest = on.visitor()
  const user = await guest.ask(guests.enter, { token, code })
  return { ...guest, user }
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a guest', () => {
  test('signs in with the link and the code as often as they like, and sees only their own tasks', async () => {
    const access = await invited()
    expect(await portal.visitor().ask(guests.look, { token: access.token })).toMatchObject({
      firstName: 'May',
      invitedBy: expect.stringMatching(/^Amara Okafor at /),
    })
    await enter(access)
    const guest = await enter(access)
    const { token } = access
    expect(await guest.ask(guests.look, { token })).toMatchObject({ isOwn: true })
    for (const other of [portal.visitor(), access.client, priya, await enter(await invited())])
      expect(await other.ask(guests.look, { token })).toMatchObject({ isOwn: false })
    expect(guest.user).toMatchObject({ isGuest: true, firstName: 'May', lastName: 'Jones' })
    const list = await guest.ask(tasks.list, {})
    expect(list.map(({ title }) => title)).toEqual(documentsAsked.map(({ title }) => title))
    const words = expect.stringMatching(/^.+ has asked you for this document\.$/)
    expect(list.map(({ description }) => description)).toEqual([words, words])
    const seen = JSON.stringify([guest.user, list, await guest.ask(documents.list, {})])
    expect(seen).not.toMatch(/Elm Road|HR-2026/)
  })

  test('may be invited to what the template asks for alone, and what is asked in words belongs to the case', async () => {
    const { id, partyId } = await withAunt()
    await priya.ask(guests.invite, { id, partyId, documents: [] })
    const access = await invited()
    const ofCase = await priya.ask(matterTabs.tasks, { id: access.id })
    expect(ofCase.find(({ title }) => title === 'A letter about your gift')).toMatchObject({ isOfCase: true })
  })

  test('sends a document, which the firm reviews', async () => {
    const access = await invited()
    const guest = await enter(access)
    const [task] = await guest.ask(tasks.list, {})
    const form = new FormData()
    form.append('taskId', task?.id ?? '')
    form.append('documentType', 'A letter about your gift')
    form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), 'gift.pdf')
    const { status } = await guest.send('POST', documents.upload.path, form, {})
    expect(status).toBe(201)
    const { parties } = await priya.ask(matters.firmOne, { id: access.id })
    const clientId = parties.find(({ id }) => id === access.partyId)?.clientId
    if (!clientId) throw new Error('The party leads to nobody')
    expect(await priya.ask(reviews.ofClient, { id: clientId })).toHaveLength(1)
    expect(await access.client.ask(documents.list, {})).toEqual([])
  })

  test('is emailed that another document is needed, in case they left before it was read', async () => {
    const access = await invited()
    const guest = await enter(access)
    const [task] = await guest.ask(tasks.list, {})
    await portal.pool.query(`update tasks set kind = 'proof_of_address' where id = $1`, [task?.id])
    await upload(guest, plainPage, { taskId: task?.id ?? '' })
    const isAsked = async () => (await guest.ask(tasks.list, {})).some(({ reason }) => reason !== null)
    await vi.waitUntil(isAsked, { timeout: seconds(50), interval: 100 })
    expect((await mailsTo(portal, access.email)).at(-1)).toMatchObject({
      paragraphs: [
        "We couldn't accept a document you sent us. Please send another.",
        'Please open the link in our invitation email, and use the same code.',
      ],
      isChosen: false,
    })
  })

  test('gets an email with the link and without the code', async () => {
    const { email, code, token } = await invited()
    const [mail] = await mailsTo(portal, email)
    expect(JSON.stringify(mail)).toContain(token)
    expect(JSON.stringify(mail)).not.toContain(code)
  })

  test('cannot sign in with a password or request one, but may open an account', async () => {
    const { email, token, code } = await invited()
    const { user } = await enter({ token, code })
    for (const username of [user.username, email])
      for (const password of ['x', portal.password])
        await expect(portal.visitor().ask(accounts.login, { username, password })).rejects.toMatchObject({
          code: 'unauthenticated',
        })
    await portal.visitor().ask(accounts.askReset, { email })
    expect((await mailsTo(portal, email)).length).toBe(1)
    expect((await portal.client({ email })).user.isGuest).toBe(false)
  })
})

describe('the code', () => {
  test('may be typed as it is read out, in two groups', async () => {
    const { token, code } = await invited()
    for (const typed of [`${code.slice(0, 3)} ${code.slice(3)}`, ` ${code.slice(0, 3)}-${code.slice(3)} `])
      expect((await enter({ token, code: typed })).user.isGuest).toBe(true)
    const fields = { code: 'Please enter the six-digit code' }
    await expect(enter({ token, code: code.slice(1) })).rejects.toMatchObject({ fields })
  })

  test('is locked after five wrong ones, until the firm sends a new link and code', async () => {
    const access = await invited()
    const wrong = { token: access.token, code: otherThan(access.code) }
    for (let left = codeTries - 1; left > 0; left -= 1)
      await expect(enter(wrong)).rejects.toMatchObject({ reason: 'wrong_code' })
    await expect(enter(wrong)).rejects.toMatchObject({ reason: 'guest_locked' })
    await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_locked' })
    const { id, partyId } = access
    expect(await priya.ask(guests.list, { id })).toMatchObject([{ partyId, state: 'locked' }])
    const renewed = await priya.ask(guests.renew, { id, partyId })
    await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_over' })
    await enter({ token: renewed.path?.split('token=')[1] ?? '', code: renewed.code })
    expect(await priya.ask(guests.list, { id })).toMatchObject([{ state: 'open' }])
  })

  test('cannot be guessed by many concurrent attempts', async () => {
    const access = await invited()
    const wrong = { token: access.token, code: otherThan(access.code) }
    const said = await Promise.allSettled(Array.from({ length: 9 }, () => enter(wrong)))
    const reasons = said.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reason : 'in'))
    expect(reasons.filter((reason) => reason === 'wrong_code')).toHaveLength(codeTries - 1)
    await expect(enter(access)).rejects.toMatchObject({ reason: 'guest_locked' })
  })

  test('resets the count of wrong ones when it is right', async () => {
    const access = await invited()
    const wrong = { token: access.token, code: otherThan(access.code) }
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 1; tries < codeTries; tries += 1)
        await expect(enter(wrong)).rejects.toMatchObject({ reason: 'wrong_code' })
      await enter(access)
    }
  })
})

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
    const asked = [{ title: 'A payslip' }]
    const { code, path } = await priya.ask(guests.invite, { id: other.id, partyId, documents: asked })
    await priya.ask(guests.end, { id: first.id, partyId: first.partyId })

    // What was opened by the link that ended is over, although they are still a guest.
    await expect(early.ask(tasks.list, {})).rejects.toMatchObject({ code: 'unauthenticated' })
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

test('a restricted case cannot have guests, because others at the firm would read their name', async () => {
  const { id, partyId } = await withAunt()
  const restrict = (of: typeof id, isRestricted: boolean) =>
    priya.ask(matterParties.saveAccess, { id: of, isRestricted, memberIds: [] })
  await restrict(id, true)
  const invite = priya.ask(guests.invite, { id, partyId, documents: documentsAsked })
  await expect(invite).rejects.toMatchObject({ reason: 'case_restricted' })
  const other = await invited()
  await expect(restrict(other.id, true)).rejects.toMatchObject({ reason: 'case_has_guest' })
})

test('a guest whose address is a client’s own is invited only once that was confirmed', async () => {
  const { client, id, partyId } = await withAunt()
  const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', phone: '' } as const
  const email = client.user.email.toUpperCase()
  await priya.ask(matterParties.save, { id, partyId, ...aunt, email, number: '', detail: '' })
  const wanted = { id, partyId, documents: documentsAsked }
  const refused = {
    reason: 'clients_address',
    message: expect.stringMatching(
      / is also the address of Amara Okafor, a client of this case, who would get/,
    ),
  }
  await expect(priya.ask(guests.invite, wanted)).rejects.toMatchObject(refused)
  await priya.ask(guests.invite, { ...wanted, isSharedAddress: true })
  await expect(priya.ask(guests.renew, { id, partyId })).rejects.toMatchObject(refused)
})

test('a person with an account, without an address or already invited cannot be invited', async () => {
  const { id, partyId } = await invited()
  const ask = (party: string) =>
    priya.ask(guests.invite, {
      id,
      partyId: guests.invite.input.shape.partyId.parse(party),
      documents: documentsAsked,
    })
  await expect(ask(partyId)).rejects.toMatchObject({ reason: 'guest_already' })
  const bank = { role: 'lender', kind: 'organisation', name: 'A bank', email: '', phone: '' } as const
  const lender = await priya.ask(matterParties.add, { id, ...bank, number: '', detail: '' })
  await expect(ask(lender.id)).rejects.toMatchObject({ reason: 'email_missing' })
  const kofi = await portal.client()
  const joint = { role: 'joint_client', kind: 'person', name: 'x', email: '', phone: '' } as const
  const party = await priya.ask(matterParties.add, {
    id,
    ...joint,
    clientId: kofi.user.id,
    number: '',
    detail: '',
  })
  await expect(ask(party.id)).rejects.toMatchObject({ reason: 'has_account' })
})

test('what a guest sends for a second case reaches the person in charge of that one too', async () => {
  const first = await invited()
  const { parties } = await priya.ask(matters.firmOne, { id: first.id })
  const [aunt] = parties.filter(({ id }) => id === first.partyId)
  const [admin, omar] = [await portal.staff('administrator'), await portal.staff('fee_earner')]
  const { id } = await withAunt(portal, admin)
  const { facts } = await admin.ask(matters.firmOne, { id })
  await admin.ask(matters.saveFacts, { id, ...facts, feeEarnerId: omar.user.id })
  const again = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', email: '', phone: '' } as const
  const party = { id, ...again, number: '', detail: '', personId: aunt?.personId }
  const { id: partyId } = await admin.ask(matterParties.add, party)
  const { user } = await enter(first)
  await expect(omar.ask(firm.client, { id: user.id })).rejects.toMatchObject({ code: 'not_found' })
  await admin.ask(guests.invite, { id, partyId, documents: documentsAsked })
  expect(await omar.ask(firm.client, { id: user.id })).toMatchObject({ firstName: 'May' })
})
