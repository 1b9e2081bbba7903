import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { unreachedWords } from '#contract/firm/reach.ts'
import { codeTries, guestDays, guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { mails } from '#server/features/mail/schema.ts'
import { mailsTo, newsTo, onStage } from '#server/features/mail/testing.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { notify } from '#server/features/notifications/service.ts'
import { days } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'

async function withGuest() {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  const { email } = newPerson()
  const { id: partyId } = await priya.ask(matterParties.add, {
    id,
    role: 'giver_of_funds',
    kind: 'person',
    name: 'May Jones',
    email,
    phone: '',
    number: '',
    detail: '',
  })
  const { code, path } = await priya.ask(guests.invite, { id, partyId, documents: [{ title: 'A letter' }] })
  const guest = portal.visitor()
  const token = path?.split('token=')[1] ?? ''
  const { id: guestId } = await guest.ask(guests.enter, { token, code })
  const renew = () => priya.ask(guests.renew, { id, partyId })
  const remind = async () => {
    const { done, refused } = await priya.ask(bulk.remindClients, { ids: [guestId], isPreview: true })
    return done.length === 1 ? 'reminded' : refused[0]?.reason
  }
  const reach = async () => (await priya.ask(firm.reach, { id: guestId })).unreached
  return { portal, priya, ana, id, partyId, email, token, code, guestId, renew, remind, reach }
}

const lineUp = async ({ reach, remind }: Pick<Awaited<ReturnType<typeof withGuest>>, 'reach' | 'remind'>) => [
  await reach(),
  await remind(),
]
const over = ['link_over', unreachedWords.link_over]

test('a guest is reminded while their link works, and not after too many wrong codes, until a new link', async () => {
  const access = await withGuest()
  const { portal, code, token, renew } = access
  expect(await lineUp(access)).toEqual([null, 'reminded'])
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < codeTries; tries += 1)
    await expect(portal.visitor().ask(guests.enter, { token, code: wrong })).rejects.toMatchObject({
      code: expect.any(String),
    })
  expect(await lineUp(access)).toEqual(over)
  await renew()
  expect(await lineUp(access)).toEqual([null, 'reminded'])
})

test('a guest whose access the firm has ended is not counted as reminded or asked, and no email says so', async () => {
  const access = await withGuest()
  const { portal, priya, id, partyId, guestId, email } = access
  await priya.ask(guests.end, { id, partyId })
  expect(await lineUp(access)).toEqual(over)
  const request = { ids: [guestId], isPreview: false, title: 'A bank statement' }
  expect(await priya.ask(bulk.requestDocuments, request)).toMatchObject({
    done: [],
    refused: [{ reason: unreachedWords.link_over }],
  })
  expect(await mailsTo(portal, email)).toHaveLength(1)
})

test('a guest whose link has expired gets no email that tells them to open it', async () => {
  const { portal, ana, guestId, email } = await withGuest()
  portal.wait(days(guestDays))
  const news = { topic: 'tasks', title: 'We need a document from you', body: 'A letter.' } as const
  for (const person of [guestId, ana.user.id]) await onStage(portal)((ctx) => notify(ctx, person, news))
  expect(await mailsTo(portal, email)).toHaveLength(1)
  expect(await newsTo(portal, ana.user.email)).toHaveLength(2)
})

test('a guest whom our emails do not reach is left out of reminders, with what to do', async () => {
  const access = await withGuest()
  const { portal, email } = access
  // An email that is on its way would say afterwards that it was sent.
  await expectDone(portal, 'sendMail')
  await portal.db
    .update(mails)
    .set({ state: 'failed', settledAt: portal.now() })
    .where(eq(mails.address, email))
  expect(await lineUp(access)).toEqual([
    null,
    "Our emails don't reach their address. Please check it, or call them.",
  ])
})
