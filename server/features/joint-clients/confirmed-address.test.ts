import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { pages } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import type { MailSender } from '#server/platform/ports/providers.ts'
import { type Client, newPerson, openPortal } from '#server/testing/portal.ts'
import { jointInvitations } from './schema.ts'

const flat = {
  title: 'Purchase of 4 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat',
} as const
const next = { whose: 'firm', nextStep: 'We check the lease' } as const
const casesOf = async ({ ask }: Pick<Client, 'ask'>) => (await ask(matters.list, {})).map(({ id }) => id)

async function openSending() {
  const sent: string[] = []
  const mail: MailSender = {
    kind: 'smtp',
    from: 'a@example.com',
    send: async (letter) => {
      sent.push(JSON.stringify(letter))
      return { status: 'sent' }
    },
  }
  const { email } = newPerson()
  const findToken = async (page: string) => {
    const link = new RegExp(`${page}\\?token=([\\w-]{43})`)
    const find = () => sent.find((letter) => letter.includes(email) && link.test(letter)) ?? ''
    await expect.poll(find).not.toBe('')
    return link.exec(find())?.[1] ?? ''
  }
  const sending = await openPortal({ ports: { mail } })
  const lawyer = await sending.staff('fee_earner')
  const ana = await sending.client()
  const { id } = await lawyer.ask(matters.start, { clientId: ana.user.id, ...flat, ...next })
  const invitation = await ana.ask(jointClients.invite, { id, name: 'Ben Mensah', email })
  expect(invitation.path).toBeNull()
  const token = await findToken(pages.jointInvitation)
  const ben = await sending.client({ email, firstName: 'Ben', lastName: 'Mensah' })
  return { sending, lawyer, id, invitation, token, ben, findToken }
}

test('an invitation is accepted by no account that has its address only by name, where the portal sends email', async () => {
  const { lawyer, id, invitation, token, ben, findToken } = await openSending()
  await lawyer.ask(jointClients.agree, { id, invitationId: invitation.id })
  await expect(ben.ask(jointClients.accept, { token })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'address_unconfirmed',
  })
  expect(await casesOf(ben)).toEqual([])
  await ben.ask(accounts.confirmEmail, { token: await findToken(pages.confirmEmail) })
  expect(await ben.ask(jointClients.accept, { token })).toEqual({ hasJoined: true })
  expect(await casesOf(ben)).toEqual([id])
})

test('an invitation that an unconfirmed account accepted in an earlier version lets nobody join before the address is theirs', async () => {
  const { sending, lawyer, id, invitation, ben, findToken } = await openSending()
  await sending.db
    .update(jointInvitations)
    .set({ accountId: ben.user.id })
    .where(eq(jointInvitations.id, invitation.id))
  const agreement = { id, invitationId: invitation.id }
  await expect(lawyer.ask(jointClients.agree, agreement)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'address_unconfirmed',
    message: expect.stringContaining('Ben Mensah'),
  })
  expect(await casesOf(ben)).toEqual([])
  await ben.ask(accounts.confirmEmail, { token: await findToken(pages.confirmEmail) })
  await lawyer.ask(jointClients.agree, agreement)
  expect(await casesOf(ben)).toEqual([id])
})
