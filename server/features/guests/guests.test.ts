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
import { plainPage, upload } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { days, seconds } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'
import { documentsAsked, withGuests } from './testing/guests.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const { withAunt, invited, enter } = withGuests(portal, priya)

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
    await expectDone(portal, 'offerReset')
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

  test('tells only while there is something left to do that the link is locked', async () => {
    const fresh = await openPortal()
    const amara = await fresh.staff('fee_earner')
    const access = await invited(fresh, amara)
    const { user } = await enter(access, fresh)
    const seen = async () => (await amara.ask(guests.list, { id: access.id }))[0]
    expect(await seen()).toMatchObject({ state: 'open', isLocked: false })
    const wrong = { token: access.token, code: otherThan(access.code) }
    for (let tries = 0; tries < codeTries; tries += 1) await enter(wrong, fresh).catch(() => {})
    const refused = { code: 'conflict', reason: 'guest_locked' }
    await expect(enter(access, fresh)).rejects.toMatchObject(refused)
    await fresh.pool.query(`update tasks set status = 'completed' where client_id = $1`, [user.id])
    const message = 'Nothing is due from you at the moment. Thank you.'
    await expect(enter(access, fresh)).rejects.toMatchObject({ reason: 'guest_done', message })
    expect(await seen()).toMatchObject({ state: 'done', isLocked: true })
    await fresh.pool.query(`update tasks set status = 'pending' where client_id = $1`, [user.id])
    await expect(enter(access, fresh)).rejects.toMatchObject(refused)
    fresh.wait(days(guestDays))
    await expect(enter(access, fresh)).rejects.toMatchObject({ code: 'not_found', reason: 'guest_over' })
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
  const { id, client } = await withAunt()
  for (const { user } of [first.client, client]) await admin.ask(firm.joinTeam, { email: user.email })
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
