import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { isPersonal, type TemplateStep } from '#contract/templates/step.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { addPastVersion } from '#server/features/templates/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoPassword, demoPurchase, officeTime } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
}

const purchase = { type: 'Purchase', publishedBy: 'Alex Hartley' }

/**
 * Puts newly opened matters on their templates. The demo client's purchase keeps the version it was opened with, which
 * asks for no more than her task list, and a newer one is published. Does nothing the second time.
 */
export async function seedTemplates(app: FastifyInstance, { db, clock }: SeedDependencies) {
  await addPastVersion(db, {
    ...purchase,
    version: 1,
    steps: earlierPurchase,
    note: 'Who they are, the money and the search fees',
    publishedAt: officeTime(clock(), 60, '10:30'),
  })
  await runByTemplate(app, [`Purchase of ${demoPurchase.short}`])
  await addPastVersion(db, {
    ...purchase,
    version: 2,
    note: 'Asks where the money comes from, gifts included, and ends with a call about our report and the contract',
    publishedAt: officeTime(clock(), 13, '11:45'),
  })
  await runByTemplate(app, [
    'Sale of 31 Orchard Lane',
    'Remortgage of 9 Elm Close',
    'Half of 58 Station Road to Ann Reilly',
    'Purchase of Beech House',
  ])
}

async function runByTemplate(app: FastifyInstance, titles: readonly string[]) {
  const ask = endpointClient(demoBrowserOn(app).send)
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  const all = await ask(matters.firmList, {})
  for (const { id } of all.filter(({ title }) => titles.includes(title))) {
    const { version, newer } = await ask(matterTemplates.one, { id })
    if (version === null && newer) await ask(matterTemplates.move, { id, version: newer.version })
  }
  await ask(accounts.logout, {})
}

const stepOf = (
  asks: TemplateStep['asks'],
  [title, description]: [title: string, description: string],
  money: Pick<TemplateStep, 'amount' | 'account'> = { amount: null, account: null },
): TemplateStep => ({
  key: asks,
  asks,
  title,
  description,
  ...money,
  roles: ['client', 'joint_client'],
  everyone: isPersonal({ asks }) ? 'each' : 'any',
  due: { from: 'none' },
  reminders: [],
  waitsFor: [],
  condition: null,
  form: null,
})

const earlierPurchase = [
  stepOf('client_questionnaire', ['Client Questionnaire', 'About you and your case. About 5 minutes']),
  stepOf('risk_assessment', [
    'Risk Assessment',
    "Questions we're legally required to ask every client. About 5 minutes",
  ]),
  stepOf('proof_of_identity', ['Upload proof of identity', 'Passport, driving licence or national ID card']),
  stepOf('proof_of_address', [
    'Upload proof of address',
    'Utility bill or bank statement from the last 3 months',
  ]),
  stepOf('identity_check', ['Verify your identity', 'Choose which identity document we should check']),
  stepOf('care_letter', [
    'Sign your client care letter',
    "How we'll work together, and how you'll be told what it costs",
  ]),
  stepOf('proof_of_funds', [
    'Upload proof of funds',
    'Bank or savings statement that shows the money for your case',
  ]),
  stepOf('payment', ['Pay search fees', 'Local authority and drainage searches · {amount}'], {
    amount: 34_250,
    account: 'client',
  }),
  stepOf('bank_check', [
    'Verify your bank account',
    'We check the sort code and account number before any money moves',
  ]),
]
