import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { mobileIn, TextMessageId, textMessages } from '#contract/text-messages.ts'
import { notificationsFeature } from '#server/features/notifications/manifest.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import { openStandIn } from '#server/providers/text-messages/testing/twilio.ts'
import { openTwilio } from '#server/providers/text-messages/twilio.ts'
import { newPerson, openPortal, type Portal } from '#server/testing/portal.ts'
import { textJobs } from '../jobs.ts'

/** Opens a portal whose administrator can send texts through a stand-in, once they have saved the settings. */
export async function openTextPortal() {
  let now = () => new Date()
  const twilio = await openStandIn(() => now())
  const portal = await openPortal({
    isDemo: false,
    ports: { texts: openTwilio({ address: twilio.address, fixed: null }) },
  })
  now = portal.now
  const boss = await portal.staff('administrator')
  const settings = { isOn: true, ...twilio.connection }
  const jobContext = jobContextOf(portal)
  const standing = (id: string | null) => boss.ask(textMessages.standing, { id: TextMessageId.parse(id) })
  let numbers = 0
  return {
    portal,
    twilio,
    boss,
    settings,
    jobContext,
    sendAll: async () => textJobs(jobContext).sendTexts?.run({}),
    withAunt: (on: Pick<Portal, 'client'> = portal, by: Pick<typeof boss, 'ask'> = boss) => withAunt(on, by),
    /** A number that no other test has texted. */
    fresh: () => {
      numbers += 1
      return `07700 900${String(100 + numbers)}`
    },
    standing,
    stateOf: async (id: string | null) => (await standing(id)).state,
    bodiesTo: (mobile: string) =>
      twilio.messages.filter(({ to }) => to === mobileIn(mobile)).map(({ body }) => body),
  }
}

const jobContextOf = ({ db, ports, now: clock }: Portal) =>
  openJobContext({ db, ports, clock, eventHandlers: [notificationsFeature.eventHandlers] })

/** No client registers at a firm that nobody has set up to write mails. */
async function withAunt(on: Pick<Portal, 'client'>, by: Pick<Awaited<ReturnType<Portal['staff']>>, 'ask'>) {
  const { user } = await on.client()
  const { id } = await by.ask(matters.start, {
    clientId: user.id,
    title: 'Purchase of 4 Elm Road',
    type: 'Purchase',
    priority: 'high',
    description: 'Flat',
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  const { id: partyId } = await by.ask(matterParties.add, {
    id,
    role: 'giver_of_funds',
    kind: 'person',
    name: 'May Jones',
    email: newPerson().email,
    phone: '07700 900123',
    number: '',
    detail: '',
  })
  return { id, partyId, documents: [{ title: 'A letter about your gift' }] }
}
