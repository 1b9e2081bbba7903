import { expect, test } from 'vitest'
import { jointClients } from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
const priya = await portal.staff('fee_earner')

async function invited() {
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Purchase of 4 Elm Road',
    type: 'Purchase',
    priority: 'high',
    description: 'Flat',
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  const { email } = newPerson()
  const invitation = await ana.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
  // This portal has no mail server, so whoever invites has to pass the link on.
  const token = invitation.path?.split('token=')[1] ?? ''
  return { ana, id, email, token, invitation }
}

test('the link of an invitation tells its sender that it is theirs, and nobody else', async () => {
  const { ana, email, token } = await invited()
  const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
  expect(await ana.ask(jointClients.look, { token })).toMatchObject({ name: 'Ben Mensah', isYours: true })
  for (const person of [ben, priya, portal.visitor()])
    expect(await person.ask(jointClients.look, { token })).toMatchObject({ isYours: false })
})

test('the open page of whoever has accepted hears that the firm withdraws their invitation', async () => {
  const { id, email, token, invitation } = await invited()
  const ben = await portal.client({ email, firstName: 'Ben', lastName: 'Mensah' })
  await ben.ask(jointClients.accept, { token })
  const page = await openPage(ben, { address, db: portal.db })
  await priya.ask(jointClients.firmWithdraw, { id, invitationId: invitation.id })
  expect((await page.received()).topics).toContain('cases')
  expect(await ben.ask(jointClients.accepted, {})).toEqual([])
})
