import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { type Endpoint, type Input } from '#contract/kit/endpoint.ts'
import { london } from '#contract/kit/london.ts'
import { answerOf, endpointClient } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { before, days } from '#server/platform/time/durations.ts'
import type { Draw, DrawJob } from './draw-documents.ts'
import { demoPassword } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'
import { beatrice, daniel, harriet, helen, type Life, sofia, thomas, viktor } from './lives.ts'
import { otherMatters } from './matter-histories.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
  draw: Draw
}

/** Adds more clients for the firm to look after, each at another stage. */
export async function seedOtherClients(app: FastifyInstance, { db, clock, draw }: SeedDependencies) {
  const oldestFirst = others.toSorted((a, b) => openedFor(b.person.username) - openedFor(a.person.username))
  for (const { person, live } of oldestFirst) {
    if (await findAccountByName(db, person.username)) continue
    const visit = await arrive(app, person, draw)
    await live(visit, (age) => printedDay(before(clock(), days(age))))
    await visit.ask(accounts.logout, {})
  }
}

/** Returns how many working days ago this client's matter was opened. 0 if they have none. */
const openedFor = (username: string) =>
  otherMatters.find(({ client, joint = [] }) =>
    [client, ...joint.map((person) => person.username)].includes(username),
  )?.opened ?? 0

const uncheckable = {
  accountName: 'Sofia Marchetti',
  accountNumber: '66374958',
  sortCode: '99-99-99',
  bankName: 'Marina Savings Bank',
}

type Visit = Awaited<ReturnType<typeof arrive>>
/** Returns the day that many days ago, as documents print it. */
type Day = (age: number) => string

const demoPerson = (username: string, firstName: string, lastName: string, phone: string) => ({
  username,
  firstName,
  lastName,
  phone,
  email: `${username}@example.com`,
})

const others = [
  {
    person: demoPerson('daniel.whitmore', 'Daniel', 'Whitmore', '07700 900456'),
    // Nearly done. The documents for his purchase follow once it is open.
    live: async ({ ask, todo, send, answer }: Visit, day: Day) => {
      await ask(onboarding.complete, {})
      await answer(daniel)
      await ask(forms.complete, { id: todo('risk_assessment').id, formData: risk })
      await send(
        todo('proof_of_address'),
        { task: 'bill', holder: daniel, day: day(21) },
        'electricity-bill.pdf',
      )
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
  {
    person: demoPerson('helen.whitmore', 'Helen', 'Whitmore', '07700 900457'),
    // Buys with Daniel, and still has to prove her identity.
    live: async ({ ask, answer }: Visit) => {
      await ask(onboarding.complete, {})
      await answer(helen)
    },
  },
  {
    person: demoPerson('harriet.cole', 'Harriet', 'Cole', '07700 900614'),
    // Acts for her company.
    live: async ({ ask, todo, send, answer }: Visit, day: Day) => {
      await ask(onboarding.complete, {})
      await answer(harriet)
      await send(todo('proof_of_address'), { task: 'bill', holder: harriet, day: day(30) }, 'electricity.pdf')
    },
  },
  {
    person: demoPerson('thomas.reilly', 'Thomas', 'Reilly', '07700 900215'),
    live: async ({ ask, answer }: Visit) => {
      await ask(onboarding.complete, {})
      await answer(thomas)
    },
  },
  {
    person: demoPerson('ann.reilly', 'Ann', 'Reilly', '07700 900216'),
    // Has registered, and started nothing.
    live: async () => {},
  },
  {
    person: demoPerson('beatrice.holloway', 'Beatrice', 'Holloway', '07700 900731'),
    // Has done everything that can be checked automatically.
    live: async ({ ask, todo, send, answer }: Visit, day: Day) => {
      await ask(onboarding.complete, {})
      await answer(beatrice)
      await ask(forms.complete, {
        id: todo('risk_assessment').id,
        formData: {
          ...risk,
          residentialStatus: 'homeowner',
          employmentStatus: 'retired',
          annualIncome: '20k_40k',
          sourceOfFunds: 'inheritance',
          purposeOfMatter: 'will_estate',
        },
      })
      await send(todo('proof_of_address'), { task: 'bill', holder: beatrice, day: day(16) }, 'my bill.pdf')
    },
  },
  {
    person: demoPerson('samuel.osei', 'Samuel', 'Osei', '07700 900388'),
    // His matter is closed.
    live: async ({ ask }: Visit) => {
      await ask(onboarding.complete, {})
    },
  },
  {
    person: demoPerson('viktor.lindqvist', 'Viktor', 'Lindqvist', '07700 900902'),
    // His answers need the compliance officer's attention.
    live: async ({ ask, todo, answer }: Visit) => {
      await ask(onboarding.complete, {})
      await answer(viktor)
      await ask(forms.complete, {
        id: todo('risk_assessment').id,
        formData: {
          ...risk,
          annualIncome: '100k_plus',
          politicallyExposed: true,
          politicallyExposedDetails: 'Ambassador until last year.',
        },
      })
    },
  },
  {
    person: demoPerson('mei.tanaka', 'Mei', 'Tanaka', '07700 900555'),
    // Has no matter yet.
    live: async () => {},
  },
]

async function arrive(app: FastifyInstance, person: ReturnType<typeof demoPerson>, draw: Draw) {
  const browser = demoBrowserOn(app)
  const ask = endpointClient(browser.send)
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
  const answer = (life: Life) =>
    ask(forms.complete, {
      id: todo('client_questionnaire').id,
      formData: { ...questionnaireOf(life), phone: person.phone, email: person.email },
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

const questionnaireOf = ({ name, home, born, occupation, matter, wish }: Life) => ({
  fullName: name.replace(/^\w+ /, ''),
  dob: born,
  occupation,
  address: home.join('\n'),
  preferredContact: 'email',
  legalMatter: matter,
  description: wish,
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
