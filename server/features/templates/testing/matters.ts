import { forms } from '#contract/forms/forms.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { templates } from '#contract/templates/templates.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { choicesOf, field, formOf, step } from '../shipped/common.ts'

export const party = { kind: 'person', name: '', email: '', phone: '', number: '', detail: '' } as const

export const reading = (key: string, facts: Partial<TemplateStep> = {}) =>
  step({
    key,
    asks: 'read_and_accept',
    title: `Read ${key}`,
    description: 'Words',
    everyone: 'each',
    ...facts,
  })

/** The firm's own form, asking where the money comes from. */
export const funds = step({
  key: 'funds',
  asks: 'firm_form',
  title: 'Your money',
  description: '',
  form: formOf([
    'The money',
    [
      field('several', {
        key: 'sources',
        label: 'Where does it come from?',
        offers: choicesOf({ savings: 'Savings', gift: 'A gift' }),
      }),
    ],
  ]),
})

/** A portal in which a fee earner runs cases by templates that an administrator publishes. */
export const openMatters = async (options?: Parameters<typeof openPortal>[0]) => {
  const portal = await openPortal(options)
  const admin = await portal.staff('administrator')
  // The first fee earner is responsible for every client in this file.
  const priya = await portal.staff('fee_earner')

  let types = 0
  /** Publishes a template with these steps for a new type. */
  const publish = async (...steps: TemplateStep[]) => {
    types += 1
    const type = `Type ${types}`
    const { id } = await admin.ask(templates.add, { type })
    const save = async (changed: TemplateStep[]) => {
      const { draft } = await admin.ask(templates.one, { id })
      const revision = draft?.revision ?? 0
      await admin.ask(templates.saveDraft, { id, steps: changed, revision })
      await admin.ask(templates.publish, { id, revision: revision + 1, note: 'Changed' })
    }
    await save(steps)
    return { type, save }
  }

  const start = async (client: Client, type: string) => {
    const words = { title: 'Purchase', priority: 'low', description: 'A flat' } as const
    const next = { whose: 'client', nextStep: 'Answer our questions' } as const
    return priya.ask(matters.start, { clientId: client.user.id, type, ...words, ...next })
  }
  const join = (id: MatterId, client: Client, role: 'joint_client' | 'giver_of_funds') =>
    priya.ask(matterParties.add, {
      ...party,
      id,
      role,
      name: client.user.firstName,
      clientId: client.user.id,
    })
  const taskOf = async (client: Client, title: string) =>
    (await client.ask(tasks.list, {})).find((task) => task.title === title)
  const required = async (client: Client, title: string) => {
    const task = await taskOf(client, title)
    if (!task) throw new Error(`there is no task ${title}`)
    return task
  }
  const read = async (client: Client, title: string) =>
    client.ask(tasks.accept, { id: (await required(client, title)).id })

  const answer = async (client: Client, sources: string[]) => {
    const { id } = await required(client, 'Your money')
    return client.ask(forms.complete, { id, formData: { sources } })
  }

  return { portal, admin, priya, publish, start, join, taskOf, required, read, answer }
}
