import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import type { Client } from '#server/testing/portal.ts'

/** A case that the firm starts, but for its client: the purchase of a flat, in which the firm is next. */
export const flatPurchase = {
  title: 'Purchase of a flat',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat 4',
  whose: 'firm',
  nextStep: 'We check the lease',
} as const

/** The purchase of a house by two clients, the second of whom is a party with an account. */
export async function startJointPurchase(opener: Pick<Client, 'ask'>, [first, second]: [Client, Client]) {
  const { id } = await opener.ask(matters.start, {
    ...flatPurchase,
    clientId: first.user.id,
    title: 'Purchase of 3 Mill Lane',
    description: 'A house',
  })
  const jointClient = {
    id,
    role: 'joint_client',
    kind: 'person',
    name: `${second.user.firstName} ${second.user.lastName}`,
    email: '',
    phone: '',
    number: '',
    detail: '',
  } as const
  const party = await opener.ask(matterParties.add, { ...jointClient, clientId: second.user.id })
  return { id, jointClient, party }
}
