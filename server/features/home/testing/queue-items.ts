import { ComplianceItemId, compliance } from '#contract/compliance.ts'
import { DocumentId } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import type { QueueKind } from '#contract/queue.ts'
import { TaskId } from '#contract/tasks.ts'
import { plainPage, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { riskAssessment } from '#server/testing/answers.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

export interface QueuedItem {
  kind: QueueKind
  id: string
}

/** Makes clients with one item of a kind that awaits a decision. */
export const openItems = (portal: Portal, priya: Pick<Client, 'ask'>) => ({
  withItem: async (kind: QueueKind): Promise<{ client: Client; item: QueuedItem }> => {
    const client = await portal.client({ firstName: 'Noor', lastName: 'Haddad' })
    if (kind === 'compliance') {
      const task = await taskOf(client, 'risk_assessment')
      const formData = { ...riskAssessment, riskFactors: ['cash_intensive'] }
      await client.ask(forms.complete, { id: task.id, formData })
      const items = await priya.ask(compliance.items, { state: 'open' })
      const item = items.find((candidate) => candidate.client.id === client.user.id)
      if (!item) throw new Error('Nothing was raised')
      return { client, item: { kind, id: item.id } }
    }
    const task = await taskOf(client, kind === 'check' ? 'bank_check' : 'proof_of_funds')
    if (kind === 'check') {
      // No published rule covers this sort code, so a person has to decide.
      const bank = {
        accountName: 'Noor Haddad',
        accountNumber: '12345678',
        sortCode: '00-00-00',
        bankName: 'A bank',
      }
      await client.ask(identity.complete, { taskId: task.id, verificationType: 'bank', bank })
      return { client, item: { kind, id: task.id } }
    }
    const { document } = await upload(client, plainPage, { taskId: task.id, filename: 'page.pdf' })
    await readOf(client, document)
    return { client, item: { kind, id: document.id } }
  },
})

/** Decides an item, and returns when. */
export async function decide(person: Pick<Client, 'ask'>, client: Client, { kind, id }: QueuedItem) {
  if (kind === 'document') return (await person.ask(reviews.accept, { id: DocumentId.parse(id) })).decidedAt
  if (kind === 'compliance') {
    const item = { id: ComplianceItemId.parse(id), words: 'Looked at and recorded.' }
    return (await person.ask(compliance.decide, item)).decision?.at ?? null
  }
  const taskId = TaskId.parse(id)
  const accepted = { id: client.user.id, taskId, note: 'We called the bank.' }
  const checks = await person.ask(identity.accept, accepted)
  return checks.find((check) => check.taskId === taskId)?.acceptedAt ?? null
}

/** Undoes the decision of this time, or whichever there is. */
export function reopen(person: Pick<Client, 'ask'>, { kind, id }: QueuedItem, decidedAt?: Date) {
  const decided = decidedAt && { decidedAt }
  if (kind === 'document') return person.ask(reviews.reopen, { id: DocumentId.parse(id), ...decided })
  if (kind === 'compliance')
    return person.ask(compliance.reopen, { id: ComplianceItemId.parse(id), ...decided })
  return person.ask(identity.reopen, { id: TaskId.parse(id), ...decided })
}
