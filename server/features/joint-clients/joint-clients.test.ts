import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { jointClients, jointInvitationDays } from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { PartyId } from '#contract/matters/party.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { type Client, newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const flat = {
  title: 'Purchase of 4 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat',
} as const
const next = { whose: 'firm', nextStep: 'We check the lease' } as const

const tokenIn = async (email: string) => {
  const [mail] = await mailsTo(portal, email)
  return /token=([\w-]{43})/.exec(JSON.stringify(mail))?.[1] ?? ''
}
async function invited() {
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flat, ...next })
  const { email } = newPerson()
  const invitation = await ana.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
  return { ana, id, email, invitation, token: await tokenIn(email) }
}
const titlesOf = async ({ ask }: Pick<Client, 'ask'>) =>
  (await ask(notifications.list, {})).map(({ title }) => title)
const casesOf = async ({ ask }: Pick<Client, 'ask'>) => (await ask(matters.list, {})).map(({ id }) => id)

describe('a client who is invited by another', () => {
  test('is named on the case immediately, and the person in charge is notified', async () => {
    const { id, invitation, ana, token } = await invited()
    // This portal has no mail server, so whoever invites has to pass the link on.
    const path = `/join-case?token=${token}`
    expect(invitation).toMatchObject({ name: 'Ben Mensah', isYours: true, state: 'sent', path })
    const { parties } = await priya.ask(matters.firmOne, { id })
    expect(parties).toMatchObject([
      { name: 'Ben Mensah', role: 'joint_client', clientId: null, detail: 'Invited by Amara Okafor' },
    ])
    expect(await titlesOf(priya)).toContain('A client has invited a joint client')
    expect((await ana.ask(matters.one, { id })).clients).toEqual([])
  })

  test('gets an email that reveals nothing about the case', async () => {
    const { email } = await invited()
    expect(JSON.stringify(await mailsTo(portal, email))).not.toMatch(/Elm Road|HR-2026/)
  })

  test.each([
    { firstName: 'Urgent: pay at', lastName: 'https://evil.example' },
    { firstName: 'Ana', lastName: 'Silva evil.example/pay' },
    { firstName: 'Call 020 7946 0000', lastName: 'Silva' },
  ])('gets an email without the name of $firstName $lastName, which is no name', async (name) => {
    const ana = await portal.client(name)
    const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flat, ...next })
    const { email } = newPerson()
    await ana.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
    const [mail] = await mailsTo(portal, email)
    expect(mail?.subject).toMatch(/^A client of .* has invited you to join their case$/)
    expect(JSON.stringify(mail)).not.toMatch(/evil|7946|Urgent/)
  })

  test('sees the case as soon as they accept, if the firm has already agreed', async () => {
    const { id, invitation, email, token } = await invited()
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    expect(await casesOf(ben)).toEqual([])
    expect(await ben.ask(jointClients.accept, { token })).toEqual({ hasJoined: true })
    expect(await casesOf(ben)).toEqual([id])
    expect(await priya.ask(jointClients.firmList, { id })).toEqual([])
  })

  test('who has accepted sees that the firm has not agreed yet, and nobody else does', async () => {
    const { id, ana, invitation, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    expect(await ben.ask(jointClients.accepted, {})).toEqual([])
    await ben.ask(jointClients.accept, { token })
    expect(await ben.ask(jointClients.accepted, {})).toEqual([
      { id: invitation.id, invitedBy: 'Amara Okafor' },
    ])
    expect(await ana.ask(jointClients.accepted, {})).toEqual([])
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    expect(await ben.ask(jointClients.accepted, {})).toEqual([])
  })

  test('who has accepted waits for nothing while the case is closed', async () => {
    const { id, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    await ben.ask(jointClients.accept, { token })
    await priya.ask(matters.firmClose, { id })
    expect(await ben.ask(jointClients.accepted, {})).toEqual([])
  })

  test('who has accepted sees the case and gets its tasks once the firm agrees', async () => {
    const { id, invitation, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    expect(await ben.ask(jointClients.accept, { token })).toEqual({ hasJoined: false })
    expect(await casesOf(ben)).toEqual([])
    expect(await titlesOf(priya)).toContain('Someone invited to a case is waiting for you')
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    expect(await casesOf(ben)).toEqual([id])
    const titles = (await ben.ask(tasks.list, {})).map(({ title }) => title)
    expect(titles).toContain('Where your money comes from')
  })

  test('is named on the case as in their account, whatever the inviting client typed', async () => {
    const { id, invitation, email, token } = await invited()
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    const ben = await portal.client({ email, firstName: 'Benjamin', lastName: 'Mensah-Boateng' })
    await ben.ask(jointClients.accept, { token })
    const { parties } = await priya.ask(matters.firmOne, { id })
    expect(parties).toMatchObject([{ name: 'Benjamin Mensah-Boateng', email, clientId: ben.user.id }])
  })

  test('sees what the clients share, and nothing private of the others', async () => {
    const { ana, id, invitation, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    await ben.ask(jointClients.accept, { token })
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    const [own] = await ana.ask(tasks.list, {})
    expect((await ben.ask(tasks.list, {})).map((task) => task.id)).not.toContain(own?.id)
    const { clients } = await ben.ask(matters.one, { id })
    expect(clients.map(({ name, isYou }) => [name, isYou])).toEqual([
      ['Amara Okafor', false],
      ['Ben Mensah', true],
    ])
  })

  test('must own the address that was invited', async () => {
    const { id, invitation, token } = await invited()
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    const stranger = await portal.client()
    await expect(stranger.ask(jointClients.accept, { token })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'other_address',
    })
    expect(await casesOf(stranger)).toEqual([])
  })
})

describe('an invitation', () => {
  const isOver = async (token: string, email: string) => {
    await expect(portal.visitor().ask(jointClients.look, { token })).rejects.toMatchObject({
      reason: 'invitation_over',
    })
    const ben = await portal.client({ email })
    await expect(ben.ask(jointClients.accept, { token })).rejects.toMatchObject({ reason: 'invitation_over' })
  }

  test('can be withdrawn by the client who sent it, and by no other client', async () => {
    const { ana, id, invitation, email, token } = await invited()
    const kofi = await portal.client({ firstName: 'Kofi' })
    const kofisParty = { role: 'joint_client', kind: 'person', name: 'x', email: '', phone: '' } as const
    await priya.ask(matterParties.add, { id, ...kofisParty, clientId: kofi.user.id, number: '', detail: '' })
    const place = { id, invitationId: invitation.id }
    expect(await kofi.ask(jointClients.list, { id })).toMatchObject([{ email: null, isYours: false }])
    await expect(kofi.ask(jointClients.withdraw, place)).rejects.toMatchObject({ code: 'not_found' })
    await ana.ask(jointClients.withdraw, place)
    await isOver(token, email)
  })

  test('can be withdrawn by the firm, and ends if the firm removes the party', async () => {
    const first = await invited()
    await priya.ask(jointClients.firmWithdraw, { id: first.id, invitationId: first.invitation.id })
    expect((await priya.ask(matters.firmOne, { id: first.id })).parties).toEqual([])
    await isOver(first.token, first.email)

    const second = await invited()
    const [listed] = await priya.ask(jointClients.firmList, { id: second.id })
    await priya.ask(matterParties.remove, { id: second.id, partyId: PartyId.parse(listed?.partyId) })
    await isOver(second.token, second.email)
  })

  test('can be declined by whoever has the link, and both sides of the case are told', async () => {
    const { ana, id, email, token } = await invited()
    expect(await portal.visitor().ask(jointClients.decline, { token })).toEqual({ invitedBy: 'Amara Okafor' })
    expect(await titlesOf(ana)).toContain('Ben Mensah has declined your invitation')
    expect(await titlesOf(priya)).toContain('Someone has declined to join a case')
    expect((await priya.ask(matters.firmOne, { id })).parties).toEqual([])
    await expect(portal.visitor().ask(jointClients.decline, { token })).rejects.toMatchObject({
      reason: 'invitation_over',
    })
    await ana.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
  })

  test('that is declined is none of the business of a client who has left the case since', async () => {
    const { id, invitation, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    await ben.ask(jointClients.accept, { token })
    await priya.ask(jointClients.agree, { id, invitationId: invitation.id })
    const carl = newPerson().email
    await ben.ask(jointClients.invite, { id, name: 'Carl Mensah', email: carl })
    const { parties } = await priya.ask(matters.firmOne, { id })
    const own = parties.find(({ name }) => name === 'Ben Mensah')
    await priya.ask(matterParties.remove, { id, partyId: PartyId.parse(own?.id) })
    await portal.visitor().ask(jointClients.decline, { token: await tokenIn(carl) })
    expect(await titlesOf(ben)).not.toContain('Carl Mensah has declined your invitation')
    expect(await titlesOf(priya)).toContain('Someone has declined to join a case')
  })

  test('that was accepted and is withdrawn is not waited for any longer', async () => {
    const { ana, id, invitation, email, token } = await invited()
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    await ben.ask(jointClients.accept, { token })
    await ana.ask(jointClients.withdraw, { id, invitationId: invitation.id })
    expect(await titlesOf(ben)).toContain('An invitation was withdrawn')
  })

  test('is sent once to an address, and not to a client of the case', async () => {
    const { ana, id, email } = await invited()
    const again = ana.ask(jointClients.invite, { id, name: 'Ben', email: email.toUpperCase() })
    await expect(again).rejects.toMatchObject({ code: 'conflict', reason: 'already_invited' })
    const herself = ana.ask(jointClients.invite, { id, name: 'Amara', email: ana.user.email })
    await expect(herself).rejects.toMatchObject({ code: 'conflict', reason: 'already_party' })
  })

  test('to a closed case is refused', async () => {
    const { ana, id } = await invited()
    await ana.ask(matters.close, { id })
    const late = ana.ask(jointClients.invite, { id, name: 'Ben', email: newPerson().email })
    await expect(late).rejects.toMatchObject({ code: 'conflict', reason: 'case_closed' })
  })

  test('to a case that was closed meanwhile says so before anyone opens an account, and works once it is reopened', async () => {
    const { id, email, token } = await invited()
    await priya.ask(matters.firmClose, { id })
    const closed = { reason: 'case_closed', message: expect.stringContaining('isn’t open at the moment') }
    await expect(portal.visitor().ask(jointClients.look, { token })).rejects.toMatchObject(closed)
    const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
    await expect(ben.ask(jointClients.accept, { token })).rejects.toMatchObject(closed)
    await priya.ask(matters.reopen, { id, ...next })
    expect(await ben.ask(jointClients.accept, { token })).toEqual({ hasJoined: false })
  })

  test('to a case that was closed meanwhile can be declined', async () => {
    const { id, token, ana } = await invited()
    await priya.ask(matters.firmClose, { id })
    await portal.visitor().ask(jointClients.decline, { token })
    expect(await ana.ask(jointClients.list, { id })).toEqual([])
    const titles = (await ana.ask(notifications.list, {})).map(({ title }) => title)
    expect(titles).toContain('Ben Mensah has declined your invitation')
  })

  test('that has expired is sent anew by inviting the same person again', async () => {
    const { id, email, token, ana } = await invited()
    portal.wait((jointInvitationDays + 1) * 86_400_000)
    const again = portal.visitor()
    await again.ask(accounts.login, { username: ana.user.username, password: portal.password })
    expect(await again.ask(jointClients.list, { id })).toMatchObject([{ state: 'expired' }])
    await again.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
    expect(await again.ask(jointClients.list, { id })).toMatchObject([{ state: 'sent' }])
    await expect(portal.visitor().ask(jointClients.look, { token })).rejects.toMatchObject({
      reason: 'invitation_over',
    })
  })
})
