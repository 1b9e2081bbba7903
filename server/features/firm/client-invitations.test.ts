import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { MatterId, matters } from '#contract/matters/matters.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')
const officer = await portal.staff('compliance_officer')

let number = 0
const newClient = (facts: { firstName?: string; lastName?: string; email?: string } = {}) => ({
  firstName: 'Grace',
  lastName: 'Lindholm',
  email: `invited-${++number}@example.com`,
  phone: '',
  ...facts,
})
const matter = {
  title: 'Purchase of 3 Mill Lane',
  type: 'Purchase',
  priority: 'medium',
  description: 'A house with a garden.',
  whose: 'client',
  nextStep: 'Choose a password and start your tasks',
} as const

const mailsTo = async (address: string) =>
  (
    await portal.pool.query<{ id: string; subject: string }>(
      'select id, subject from mails where address = $1 order by id',
      [address],
    )
  ).rows
const password = 'a lantern in the orchard'

const linkIn = async (mailId: string | undefined) => {
  const { body } = await admin.send('GET', `/api/firm/mails/${mailId}`, undefined, {})
  return /token=([\w-]{43})/.exec((body as { text: string }).text)?.[1] ?? ''
}

/** Signs in an invited client by the link in their last email. */
async function choosePassword(email: string) {
  const person = portal.visitor()
  const token = await linkIn((await mailsTo(email)).at(-1)?.id)
  await person.ask(accounts.resetPassword, { token, newPassword: password, confirmPassword: password })
  await person.ask(accounts.login, { username: email, password })
  return person
}

test('a couple is invited together: each gets one email, chooses a password, and sees the case with its tasks', async () => {
  const couple = [newClient(), newClient({ firstName: 'Tom' })]
  const sent = await priya.ask(clientInvitations.send, { clients: couple, matter })
  expect(sent.clients.map(({ name }) => name)).toEqual(['Grace Lindholm', 'Tom Lindholm'])
  expect(sent.matter?.reference).toMatch(/-00001$/)

  for (const { email } of couple) {
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Your client portal at Your law firm',
    ])
    const client = await choosePassword(email)
    const [shown] = await client.ask(matters.list, {})
    expect(shown).toMatchObject({ title: matter.title, move: { nextStep: matter.nextStep } })
    expect(shown?.clients.map(({ name }) => name)).toEqual(['Grace Lindholm', 'Tom Lindholm'])
    expect((await client.ask(tasks.list, {})).length).toBeGreaterThan(0)
  }
})

test('a couple invited to a case is asked for what its template asks, and not for search fees that it has not', async () => {
  const couple = [newClient(), newClient({ firstName: 'Tom' })]
  const probate = { ...matter, title: 'Estate of Ida Lindholm', type: 'Probate' }
  const sent = await priya.ask(clientInvitations.send, { clients: couple, matter: probate })
  const { steps } = await priya.ask(matterTemplates.one, { id: MatterId.parse(sent.matter?.id) })
  const titles = steps.filter((step) => step.tasks.length > 0).map(({ title }) => title)
  for (const { email } of couple) {
    const answer = await (await choosePassword(email)).ask(tasks.list, {})
    expect(answer.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    expect(answer.map(({ kind }) => kind)).not.toContain('payment')
  }
  // Without a case the list stays as it is.
  const alone = newClient()
  await priya.ask(clientInvitations.send, { clients: [alone] })
  const list = await (await choosePassword(alone.email)).ask(tasks.list, {})
  expect(list.map(({ title }) => title)).toContain('Pay search fees')
})

test('without a mail server, whoever invites a client gets the link to pass on; with one, only the client does', async () => {
  const { email, ...facts } = newClient()
  const { clients } = await priya.ask(clientInvitations.send, { clients: [{ email, ...facts }] })
  const token = await linkIn((await mailsTo(email))[0]?.id)
  expect(clients[0]?.path).toBe(`/reset-password?token=${token}&first=1`)

  const smtp = { url: 'smtp://127.0.0.1:9', from: 'portal@hartley-rowe.example' }
  const connected = await openPortal({ settings: { smtp } })
  const earner = await connected.staff('fee_earner')
  const emailed = await earner.ask(clientInvitations.send, { clients: [newClient()] })
  expect(emailed.clients).toMatchObject([{ path: null }])
  const [invited] = emailed.clients
  const again = { id: invited?.id ?? earner.user.id, email: newClient().email }
  expect(await earner.ask(clientInvitations.resend, again)).toEqual({ email: again.email, path: null })
})

test('the user who invites a client is responsible for them, and only an administrator can choose somebody else', async () => {
  const sent = await priya.ask(clientInvitations.send, { clients: [newClient()] })
  const id = sent.clients[0]?.id ?? priya.user.id
  expect(sent.matter).toBeNull()
  const file = await priya.ask(firm.client, { id })
  expect(file.feeEarnerId).toBe(priya.user.id)
  expect(file.invitedAt).toBeInstanceOf(Date)
  expect(file.canSignIn).toBe(false)
  await expect(omar.ask(firm.client, { id })).rejects.toMatchObject({ code: 'not_found' })

  const forOmar = { clients: [newClient()], feeEarnerId: omar.user.id }
  await expect(priya.ask(clientInvitations.send, forOmar)).rejects.toMatchObject({ code: 'forbidden' })
  const given = await admin.ask(clientInvitations.send, forOmar)
  const clientId = given.clients[0]?.id ?? admin.user.id
  expect((await omar.ask(firm.client, { id: clientId })).feeEarnerId).toBe(omar.user.id)
  const client = await portal.client()
  await expect(
    admin.ask(clientInvitations.send, { clients: [newClient()], feeEarnerId: client.user.id }),
  ).rejects.toMatchObject({ reason: 'not_of_firm' })
})

test('an administrator invites a client for a colleague with their first case, and sees neither afterwards', async () => {
  const couple = [newClient(), newClient({ firstName: 'Tom' })]
  const { clients, matter: opened } = await admin.ask(clientInvitations.send, {
    clients: couple,
    feeEarnerId: omar.user.id,
    matter,
  })
  const id = MatterId.parse(opened?.id)
  const { parties } = await omar.ask(matters.firmOne, { id })
  expect(parties).toMatchObject([{ role: 'joint_client', name: 'Tom Lindholm' }])
  expect((await mailsTo(couple[0]?.email ?? '')).length).toBe(1)
  const clientId = clients[0]?.id ?? omar.user.id
  await expect(admin.ask(firm.client, { id: clientId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an address with an account cannot be invited, and its owner is named only to users who may see them', async () => {
  const known = await portal.client({ firstName: 'Ana', lastName: 'Known' })
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [omar.user.id, known.user.id])
  const other = newClient()
  const clients = [other, newClient({ email: known.user.email.toUpperCase() })]
  const asOmar = omar.ask(clientInvitations.send, { clients, matter })
  await expect(asOmar).rejects.toMatchObject({
    code: 'conflict',
    fields: { 'clients.1.email': expect.stringContaining('Ana Known has an account') },
  })
  const asPriya = priya.ask(clientInvitations.send, { clients, matter })
  await expect(asPriya).rejects.toMatchObject({
    fields: { 'clients.1.email': expect.not.stringContaining('Known') },
  })
  await expect(admin.ask(clientInvitations.send, { clients, matter })).rejects.toMatchObject({
    fields: {
      'clients.1.email':
        'Someone has an account with this address already. If they are a client, “Work with another client” opens their file. Otherwise, please use another address.',
    },
  })
  // None of the clients was added, because the whole request is one transaction.
  expect(await mailsTo(other.email)).toEqual([])
  expect((await officer.ask(firm.clients, { search: other.email })).total).toBe(0)

  const twice = newClient()
  await expect(
    priya.ask(clientInvitations.send, { clients: [twice, { ...twice, firstName: 'Tom' }] }),
  ).rejects.toMatchObject({
    fields: { 'clients.1.email': 'Each client needs an email address of their own' },
  })
})

test('an invitation is sent again to a corrected address, the first link ends, and a client with a password is refused', async () => {
  const wrong = newClient()
  const { clients } = await priya.ask(clientInvitations.send, { clients: [wrong] })
  const id = clients[0]?.id ?? priya.user.id
  const first = await linkIn((await mailsTo(wrong.email))[0]?.id)
  const email = `right-${wrong.email}`
  // A user who may not see the client does not use up the limit of five a day.
  for (let time = 0; time < 6; time += 1)
    await expect(omar.ask(clientInvitations.resend, { id, email })).rejects.toMatchObject({
      code: 'not_found',
    })
  await expect(priya.ask(clientInvitations.resend, { id, email: omar.user.email })).rejects.toMatchObject({
    reason: 'already_taken',
  })
  const again = await priya.ask(clientInvitations.resend, { id, email })
  expect(again).toEqual({ email, path: expect.stringContaining(await linkIn((await mailsTo(email))[0]?.id)) })
  const { rows: trail } = await portal.pool.query(
    "select details from audit where event = 'client.invited' and subject_id = $1 order by at, id",
    [id],
  )
  expect(trail.map(({ details }) => details)).toEqual([{}, { emailBefore: wrong.email, email }])

  const chosen = { token: first, newPassword: password, confirmPassword: password }
  await expect(portal.visitor().ask(accounts.resetPassword, chosen)).rejects.toMatchObject({})
  await choosePassword(email)
  await expect(priya.ask(clientInvitations.resend, { id, email })).rejects.toMatchObject({
    reason: 'already_here',
  })
})

test('if two clients are given one address at once, one of the requests is refused with a sentence', async () => {
  const sent = await priya.ask(clientInvitations.send, { clients: [newClient(), newClient()] })
  const email = `shared-${newClient().email}`
  const given = await Promise.allSettled(
    sent.clients.map(({ id }) => priya.ask(clientInvitations.resend, { id, email })),
  )
  const refused = given.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.reason)).toEqual(['already_taken'])
})

test('two concurrent invitations to one address open one account', async () => {
  const clients = [newClient()]
  const sent = await Promise.allSettled(
    [priya, omar, admin].map((person) => person.ask(clientInvitations.send, { clients })),
  )
  const refused = sent.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.reason)).toEqual(['already_taken', 'already_taken'])
  expect((await officer.ask(firm.clients, { search: clients[0]?.email ?? '' })).total).toBe(1)
})
