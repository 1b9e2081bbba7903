import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal, type Portal } from '#server/testing/portal.ts'
import { flat, step, withGuests } from './guests.ts'

type Staff = Awaited<ReturnType<Portal['staff']>>

/** A guest who is asked for a letter and a statement on one case, and is a party of another too. */
export async function addGuest(portal: Portal, priya: Staff) {
  const { invited, enter } = withGuests(portal, priya)
  const first = await invited()
  const { user } = await enter(first)
  const { parties } = await priya.ask(matters.firmOne, { id: first.id })
  const personId = parties.find(({ id }) => id === first.partyId)?.personId
  const { id } = await priya.ask(matters.start, { clientId: first.client.user.id, ...flat, ...step })
  const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', phone: '' } as const
  const contact = { ...aunt, email: first.email, number: '', detail: '', ...(personId && { personId }) }
  const { id: partyId } = await priya.ask(matterParties.add, { id, ...contact })
  const second = { id, partyId }
  const request = (title: string) =>
    priya.ask(matterTabs.requestDocument, { id, clientId: user.id, title, description: '', dueOn: null })
  const invite = async (title: string) => {
    const access = await priya.ask(guests.invite, { ...second, documents: [{ title }] })
    return { token: access.path?.split('token=')[1] ?? '', code: access.code }
  }
  const end = ({ id, partyId }: typeof second) => priya.ask(guests.end, { id, partyId })
  return { first, second, guestId: user.id, email: first.email, enter, invite, request, end }
}

export async function openCases() {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  return { portal, priya, ...(await addGuest(portal, priya)) }
}
