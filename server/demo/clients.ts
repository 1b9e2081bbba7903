import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { type Endpoint, type Input } from '#contract/kit/endpoint.ts'
import { london } from '#contract/kit/london.ts'
import { answerOf, asker } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { payments } from '#contract/payments/payments.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { before, days } from '#server/platform/time/durations.ts'
import type { Draw, DrawJob } from './draw-documents.ts'
import { demoPassword } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'
import type { Holder } from './sample-documents.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
  draw: Draw
}

/** More clients for the people of the firm to look after, each at another point of the road. */
export async function seedOtherClients(app: FastifyInstance, { db, clock, draw }: SeedDependencies) {
  for (const { person, live } of others) {
    if (await findAccountByName(db, person.username)) continue
    const visit = await arrive(app, person, draw)
    await live(visit, (age) => printedDay(before(clock(), days(age))))
    await visit.ask(accounts.logout, {})
  }
}

const uncheckable = {
  accountName: 'Sofia Marchetti',
  accountNumber: '66374958',
  sortCode: '99-99-99',
  bankName: 'Marina Savings Bank',
}

type Visit = Awaited<ReturnType<typeof arrive>>
/** The day so many days ago, as papers print it. */
type Day = (age: number) => string

const demoPerson = (username: string, firstName: string, lastName: string, phone: string) => ({
  username,
  firstName,
  lastName,
  phone,
  email: `${username}@example.com`,
})

const daniel: Holder = { name: 'Mr Daniel Whitmore', home: ['7 Canal Row', 'Bristol', 'BS1 4DJ'] }
const sofia: Holder = { name: 'Ms Sofia Marchetti', home: ['31 Orchard Lane', 'Leeds', 'LS2 8PY'] }

const others = [
  {
    person: demoPerson('daniel.whitmore', 'Daniel', 'Whitmore', '07700 900456'),
    // Nearly done. His savings are in his wife's name, so that a person has to look.
    live: async ({ ask, todo, send, answer }: Visit, day: Day) => {
      await ask(onboarding.complete, {})
      await answer(daniel)
      await ask(forms.complete, { id: todo('risk_assessment').id, formData: risk })
      await send(
        todo('proof_of_address'),
        { task: 'bill', holder: daniel, day: day(21) },
        'electricity-bill.pdf',
      )
      const savings = { ...daniel, name: 'Mrs Helen Whitmore' }
      await send(
        todo('proof_of_funds'),
        { task: 'savings', holder: savings, day: day(12) },
        'savings-statement.pdf',
      )
      const { id: taskId, amount } = todo('payment')
      await ask(payments.pay, { taskId, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' })
    },
  },
  {
    person: demoPerson('sofia.marchetti', 'Sofia', 'Marchetti', '07700 900789'),
    // Her bill is too old, and no published rule covers the sort code of her bank.
    live: async ({ ask, todo, send, answer }: Visit, day: Day) => {
      await ask(onboarding.complete, {})
      await answer(sofia)
      await send(
        todo('proof_of_address'),
        { task: 'bill', holder: sofia, day: day(170) },
        'thameside-bill-spring.pdf',
      )
      const { id: taskId } = todo('bank_check')
      await ask(identity.complete, { taskId, verificationType: 'bank', bank: uncheckable })
    },
  },
  {
    person: demoPerson('george.adeyemi', 'George', 'Adeyemi', '07700 900321'),
    // Has only registered.
    live: async () => {},
  },
]

async function arrive(app: FastifyInstance, person: ReturnType<typeof demoPerson>, draw: Draw) {
  const browser = demoBrowserOn(app)
  const ask = asker(browser.send)
  await ask(accounts.register, { ...person, password: demoPassword, confirmPassword: demoPassword })
  const all = await ask(tasks.list, {})
  const todo = (kind: Task['kind']): Task => {
    const task = all.find((candidate) => candidate.kind === kind)
    if (!task) throw new Error(`The template has no ${kind}`)
    return task
  }
  const send = async ({ id, title }: Task, paper: DrawJob, filename: string) => {
    const form = new FormData()
    form.append('taskId', id)
    form.append('documentType', title)
    form.append('file', new Blob([await draw(paper)], { type: 'application/pdf' }), filename)
    answerOf(documents.upload, await browser.send('POST', documents.upload.path, form, {}))
  }
  const answer = (holder: Holder) =>
    ask(forms.complete, {
      id: todo('client_questionnaire').id,
      formData: { ...questionnaireOf(holder), phone: person.phone, email: person.email },
    })
  return {
    answer,
    ask: <E extends Endpoint>(endpoint: E, input: Input<E>) => ask(endpoint, input),
    todo,
    send,
  }
}

const printedDay = (date: Date) =>
  date.toLocaleDateString('en-GB', { ...london, day: 'numeric', month: 'long', year: 'numeric' })

const questionnaireOf = ({ name, home }: Holder) => ({
  fullName: name.replace(/^\w+ /, ''),
  dob: '1986-02-11',
  occupation: 'Architect',
  address: home.join('\n'),
  preferredContact: 'email',
  legalMatter: 'property',
  description: 'We are buying a house and have had our offer accepted.',
  urgency: 'medium',
})

const risk = {
  residentialStatus: 'tenant',
  employmentStatus: 'employed',
  annualIncome: '60k_100k',
  sourceOfFunds: 'savings',
  purposeOfMatter: 'property_purchase',
  politicallyExposed: false,
  riskFactors: [],
  privacyConsent: true,
  declaration: true,
}
