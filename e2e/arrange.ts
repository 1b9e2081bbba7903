import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { payments } from '#contract/payments/payments.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { questionnaire, riskAssessment } from '#server/testing/answers.ts'
import type { Visit } from './journey.ts'
import type { Paper } from './page-actions/documents.ts'

type Ask = Visit['ask']

/** Finds a client's task through the API, for journeys that are about something else. */
export async function taskOf(ask: Ask, kind: Task['kind']) {
  const task = (await ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`The template has no ${kind}.`)
  return task
}

export async function sendPaper({ ask, context }: Visit, paper: Paper, kind: Task['kind']) {
  const { id, title } = await taskOf(ask, kind)
  const form = new FormData()
  form.append('taskId', id)
  form.append('documentType', title)
  form.append('file', new Blob([new Uint8Array(paper.buffer)], { type: paper.mimeType }), paper.name)
  const reply = await context.request.post(documents.upload.path, { multipart: form })
  return answerOf(documents.upload, { status: reply.status(), body: await reply.json() })
}

export async function payFees({ ask }: Visit) {
  const { id, amount } = await taskOf(ask, 'payment')
  return ask(payments.pay, { taskId: id, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' })
}

export async function verifyAccount({ ask }: Visit) {
  const { id } = await taskOf(ask, 'bank_check')
  const bank = { accountName: 'Amara Okafor', bankName: 'Greyfriars Bank', ...knownAccount }
  return ask(identity.complete, { taskId: id, verificationType: 'bank', bank })
}

/** The first account of the published modulus check examples (Vocalink, test case 1). */
export const knownAccount = { sortCode: '08-99-99', accountNumber: '66374958' }

export async function claimIdentity({ ask }: Visit) {
  const { id } = await taskOf(ask, 'identity_check')
  return ask(identity.complete, { taskId: id, verificationType: 'id', document: 'passport' })
}

export async function answerForm({ ask }: Visit, facts: Record<string, unknown> = {}) {
  const { id } = await taskOf(ask, 'client_questionnaire')
  return ask(forms.complete, { id, formData: { ...questionnaire, ...facts } })
}

export async function assess({ ask }: Visit) {
  const { id } = await taskOf(ask, 'risk_assessment')
  return ask(forms.complete, { id, formData: riskAssessment })
}

export async function signLetter({ ask }: Visit) {
  const [letter] = await ask(signatures.requests, {})
  if (!letter) throw new Error('There is no letter to sign.')
  const typed = { typedName: 'Amara Okafor', nameConfirmed: true, signaturePosition: 'bottom_right' } as const
  return ask(signatures.create, { documentId: letter.id, ...typed, consentVersion: consent.version })
}
