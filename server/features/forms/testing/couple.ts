import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

const title = 'Where your money comes from'

/** A couple who buy together on a case of this fee earner, each with the form that they share. */
export async function openCouple(portal: Portal, feeEarner: Client) {
  const ana = await portal.client({ firstName: 'Ana', lastName: 'Silva' })
  const tom = await portal.client({ firstName: 'Tom', lastName: 'Silva' })
  const house = { title: 'A house', type: 'Purchase', priority: 'low', description: 'A house' } as const
  const next = { whose: 'client', nextStep: 'Answer our questions' } as const
  const { id } = await feeEarner.ask(matters.start, { clientId: ana.user.id, ...house, ...next })
  const blank = { email: '', phone: '', number: '', detail: '' }
  const joint = { kind: 'person', name: 'Tom Silva', role: 'joint_client', ...blank } as const
  const { id: partyId } = await feeEarner.ask(matterParties.add, { id, clientId: tom.user.id, ...joint })
  return { ana, tom, id, partyId }
}

/** Returns the id of a client's task with the form that the couple share. */
export const fundsOf = async (client: Client) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.title === title)
  if (!task) throw new Error('There is no shared form')
  return task.id
}
