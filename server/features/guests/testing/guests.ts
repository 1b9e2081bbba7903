import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { newPerson, type Portal } from '#server/testing/portal.ts'

type Staff = Awaited<ReturnType<Portal['staff']>>

export const flat = {
  title: 'Purchase of 4 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat',
} as const
export const step = { whose: 'firm', nextStep: 'We check the lease' } as const
export const documentsAsked = [{ title: 'A letter about your gift' }, { title: 'A bank statement' }]

/** A purchase to which an aunt gives money, and what invites her as a guest and lets her in. */
export function withGuests(portal: Portal, priya: Staff) {
  const withAunt = async (on = portal, by = priya) => {
    const client = await on.client()
    const { id } = await by.ask(matters.start, { clientId: client.user.id, ...flat, ...step })
    const { email } = newPerson()
    const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', email, phone: '' } as const
    const { id: partyId } = await by.ask(matterParties.add, { id, ...aunt, number: '', detail: '' })
    return { client, id, partyId, email }
  }
  const invited = async (on = portal, by = priya) => {
    const { id, partyId, ...rest } = await withAunt(on, by)
    const { code, path } = await by.ask(guests.invite, { id, partyId, documents: documentsAsked })
    return { id, partyId, code, token: path?.split('token=')[1] ?? '', ...rest }
  }
  const enter = async ({ token, code }: { token: string; code: string }, on = portal) => {
    const guest = on.visitor()
    const user = await guest.ask(guests.enter, { token, code })
    return { ...guest, user }
  }
  return { withAunt, invited, enter }
}
