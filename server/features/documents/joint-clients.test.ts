import { expect, test } from 'vitest'
import { verdictFor } from '#contract/documents/verdict.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { bankStatement, okafor } from '#inspector/testing/documents.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { openPortal } from '#server/testing/portal.ts'
import { goodBill, openAdaeze, readOf, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** Opens Peter, who buys together with Adaeze. */
async function openPeter() {
  const peter = await portal.client({ firstName: 'Peter', lastName: 'Larkin' })
  const adaeze = await openAdaeze(portal)
  const flat = { title: 'Flat', type: 'Purchase', priority: 'low', description: 'A flat' } as const
  const step = { whose: 'firm', nextStep: 'We begin' } as const
  const { id } = await priya.ask(matters.start, { clientId: peter.user.id, ...flat, ...step })
  const blank = { email: '', phone: '', number: '', detail: '' }
  const joint = { kind: 'person', name: 'Adaeze Okafor', role: 'joint_client', ...blank } as const
  await priya.ask(matterParties.add, { id, clientId: adaeze.user.id, ...joint })
  return peter
}

test('a statement of the joint client for a task of the matter goes to the firm, who is told whose it is', async () => {
  const peter = await openPeter()
  const { id: taskId } = await taskOf(peter, 'proof_of_funds')
  const { document } = await upload(peter, await drawPdf(bankStatement(okafor)), {
    taskId,
    documentType: 'bank_statement',
  })
  expect(verdictFor(await readOf(peter, document))).toMatchObject({
    kind: 'doubtful',
    action: 'continue',
    lines: ["It's in the name of Mrs Adaeze Okafor, your joint client. We'll decide whether that's enough."],
  })
})

test('a bill of the joint client proves nobody else’s address, and their own task is where it belongs', async () => {
  const peter = await openPeter()
  const { id: taskId } = await taskOf(peter, 'proof_of_address')
  const { document } = await upload(peter, goodBill, { taskId })
  const verdict = verdictFor(await readOf(peter, document))
  expect(verdict).toMatchObject({ kind: 'not_yours', sentence: 'This is in the name of Mrs Adaeze Okafor.' })
  expect(verdict.lines[0]).toBe('They’re your joint client, and send theirs from their own account.')
})

test('the statement of a stranger stays a stranger’s', async () => {
  const stranger = await portal.client({ firstName: 'Peter', lastName: 'Larkin' })
  const { id: taskId } = await taskOf(stranger, 'proof_of_funds')
  const { document } = await upload(stranger, await drawPdf(bankStatement(okafor)), { taskId })
  expect(verdictFor(await readOf(stranger, document)).kind).toBe('not_yours')
})
