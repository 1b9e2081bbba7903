import type { FastifyInstance } from 'fastify'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { london } from '#contract/kit/london.ts'
import { pages } from '#contract/kit/pages.ts'
import { answerOf, endpointClient } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { addNotification } from '#server/features/notifications/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { before, days } from '#server/platform/time/durations.ts'
import type { Draw } from './draw-documents.ts'
import { demoClient, demoHome, demoPassword } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
  draw: Draw
  /** The account, if an earlier run has already created it. */
  knownId: UserId | null
}

/** Takes the demo client through the first half of onboarding, by the same requests as a person. */
export async function seedClient(app: FastifyInstance, { db, clock, draw, knownId }: SeedDependencies) {
  const { send } = demoBrowserOn(app)
  const ask = endpointClient(send)
  const credentials = { username: demoClient.username, password: demoPassword }
  if (knownId) await ask(accounts.login, credentials)
  else await ask(accounts.register, { ...demoClient, password: demoPassword, confirmPassword: demoPassword })
  const { id } = await ask(accounts.current, {})
  await ask(onboarding.complete, {})

  const open = (await ask(tasks.list, {})).filter(({ status }) => status === 'pending')
  const todo = (kind: Task['kind']) => open.find((task) => task.kind === kind)
  const [fees, form, address, bank, risk] = [
    todo('payment'),
    todo('client_questionnaire'),
    todo('proof_of_address'),
    todo('bank_check'),
    todo('risk_assessment'),
  ]
  if (form) await ask(forms.complete, { id: form.id, formData: answers })
  if (address)
    answerOf(
      documents.upload,
      await send('POST', documents.upload.path, await statement(address, { clock, draw }), {}),
    )
  if (bank) await ask(identity.complete, { taskId: bank.id, verificationType: 'bank', bank: account })
  if (risk) await ask(forms.saveDraft, { id: risk.id, formData: { residentialStatus: 'tenant' }, step: 2 })
  await ask(accounts.logout, {})
  for (const notice of noticesWith(fees)) await addNotification(db, id, { ...notice, createdAt: clock() })
}

const statement = async ({ id, title }: Task, { clock, draw }: Pick<SeedDependencies, 'clock' | 'draw'>) => {
  const day = before(clock(), days(9)).toLocaleDateString('en-GB', {
    ...london,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const form = new FormData()
  form.append('taskId', id)
  form.append('documentType', title)
  form.append(
    'file',
    new Blob([await draw({ task: 'statement', day })], { type: 'application/pdf' }),
    'bank-statement.pdf',
  )
  return form
}

const answers = {
  fullName: 'Amara Okafor',
  dob: '1990-04-17',
  occupation: 'Teacher',
  address: demoHome,
  phone: demoClient.phone,
  email: demoClient.email,
  preferredContact: 'email',
  legalMatter: 'property',
  description: 'I am buying my first flat and would like to move before Easter.',
  urgency: 'medium',
}

/** The first account in the published examples of the modulus check (Vocalink, test case 1). */
const account = {
  accountName: 'Amara Okafor',
  accountNumber: '66374958',
  sortCode: '08-99-99',
  bankName: 'Greyfriars Bank',
}

const noticesWith = (fees: Task | undefined) =>
  [
    {
      topic: 'account',
      title: 'Welcome to your portal',
      body: 'Priya Raman is looking after your matter. Everything we need from you is on your dashboard.',
      link: pages.dashboard,
    },
    {
      topic: 'payments',
      title: 'Your search fees are due',
      body: "We'll order the searches the day you pay. It takes a minute.",
      link: fees ? `${pages.dashboard}?${taskParameter}=${fees.id}` : pages.payments,
    },
  ] as const
