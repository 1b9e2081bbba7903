import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { london } from '#contract/kit/london.ts'
import { answerOf, endpointClient } from '#contract/kit/transport.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { before, days } from '#server/platform/time/durations.ts'
import type { Draw } from './draw-documents.ts'
import { demoPassword } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'
import { helen } from './lives.ts'

interface SeedDependencies {
  clock: () => Date
  draw: Draw
}

const mother = { name: 'Rosemary Whitmore', email: 'rosemary.whitmore@example.com', phone: '07700 900458' }

/**
 * Adds a purchase by two clients, run by the published template. One pays the fees for both, and his mother, who gives
 * part of the money, has joined as a guest. Does nothing the second time.
 */
export async function seedTemplatePurchase(app: FastifyInstance, tools: SeedDependencies) {
  const priya = await signedIn(app, 'priya')
  const daniel = await signedIn(app, 'daniel.whitmore')
  const purchase = (await daniel.ask(matters.list, {})).find(({ type }) => type === 'Purchase')
  if (purchase) {
    const { id } = purchase
    const { version, newer } = await priya.ask(matterTemplates.one, { id })
    if (version === null && newer) {
      await priya.ask(matterTemplates.move, { id, version: newer.version })
      await liveBuyer(daniel, tools)
      await inviteGiver(app, priya, id)
    }
  }
  for (const { ask } of [priya, daniel]) await ask(accounts.logout, {})
}

async function signedIn(app: FastifyInstance, username: string) {
  const { send } = demoBrowserOn(app)
  const ask = endpointClient(send)
  await ask(accounts.login, { username, password: demoPassword })
  return { ask, send }
}
type Visit = Awaited<ReturnType<typeof signedIn>>

const todoOf = async ({ ask }: Pick<Visit, 'ask'>, title: string) => {
  const task = (await ask(tasks.list, {})).find((candidate) => candidate.title === title)
  if (!task) throw new Error(`The template asks for no “${title}”`)
  return task
}

/** His savings are in his wife's name, so that a person has to review them. */
async function liveBuyer(daniel: Visit, { draw, clock }: SeedDependencies) {
  const { id } = await todoOf(daniel, 'Where your money comes from')
  await daniel.ask(forms.complete, { id, formData: funds })

  const { id: taskId, title } = await todoOf(daniel, 'Upload proof of funds')
  const day = before(clock(), days(12)).toLocaleDateString('en-GB', {
    ...london,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const form = new FormData()
  form.append('taskId', taskId)
  form.append('documentType', title)
  const statement = await draw({ task: 'savings', holder: helen, day })
  form.append('file', new Blob([statement], { type: 'application/pdf' }), 'savings-statement.pdf')
  answerOf(documents.upload, await daniel.send('POST', documents.upload.path, form, {}))

  const fees = await todoOf(daniel, 'Pay search fees')
  await daniel.ask(payments.pay, {
    taskId: fees.id,
    amount: fees.amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
  })
}

const unsaid = { dateOfBirth: '', email: '', phone: '' }
const funds = {
  price: '462000',
  client_kind: 'people',
  own_money: '92000',
  sources: ['savings', 'mortgage', 'gift'],
  givers: [{ giver: { ...unsaid, name: mother.name }, relation: 'My mother', amount: '25000' }],
}

/** She has answered the questions about her gift, and still has to show where the money is. */
async function inviteGiver(app: FastifyInstance, { ask }: Visit, id: MatterId) {
  const { id: partyId } = await ask(matterParties.add, {
    ...mother,
    id,
    role: 'giver_of_funds',
    kind: 'person',
    number: '',
    detail: 'Daniel’s mother, gives £25,000',
  })
  const letter = { title: 'A letter about your gift', description: 'That it’s a gift, signed and dated' }
  const { code, path } = await ask(guests.invite, { id, partyId, documents: [letter] })
  const token = path && new URL(path, 'http://localhost').searchParams.get('token')
  // If emails are really sent, only she has the link.
  if (!token) return
  const guest = { ask: endpointClient(demoBrowserOn(app).send) }
  await guest.ask(guests.enter, { token, code })
  const { id: giftId } = await todoOf(guest, 'About your gift')
  await guest.ask(forms.complete, { id: giftId, formData: gift })
  await guest.ask(accounts.logout, {})
}

const gift = { amount: '25000', repayment: 'no', interest: 'no', source: 'savings', more: '' }
