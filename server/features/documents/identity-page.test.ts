import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { okafor, utilityBill } from '#inspector/testing/documents.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { openPortal } from '#server/testing/portal.ts'
import { readOf, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
/** Returns a bill that no other client has sent. */
const billOf = (day: number) => drawPdf(utilityBill({ ...okafor, date: `${day} October 2026` }))

test.each(['passport', 'drivers_license', 'identity'])(
  'a %s sent from the identity page, during onboarding, settles the proof of identity',
  async (documentType) => {
    const ada = await portal.client()
    expect(ada.user.isFirstLogin).toBe(true)
    const task = await taskOf(ada, 'proof_of_identity')

    const bill = await billOf(10 + documentType.length)
    const { document } = await upload(ada, bill, { filename: 'my_passport.pdf', documentType })

    expect(document).toMatchObject({ taskId: task.id, documentType, filename: 'my_passport.pdf' })
    expect(await taskOf(ada, 'proof_of_identity')).toMatchObject({ status: 'completed', outcome: 'review' })
  },
)

test('a clearer document for a task that is done takes the place of the one that was not good enough', async () => {
  const ada = await portal.client()
  const { id: taskId } = await taskOf(ada, 'proof_of_identity')
  const bill = await billOf(1)
  const { document: blurred } = await upload(ada, bill, {
    filename: 'blurred.pdf',
    documentType: 'passport',
  })
  await readOf(ada, blurred)
  const { document } = await upload(ada, await billOf(20), {
    filename: 'clear.pdf',
    documentType: 'passport',
    taskId,
    isReplacing: true,
  })
  expect(document.taskId).toBe(taskId)
  expect((await ada.ask(documents.list, {})).map(({ id }) => id)).toEqual([document.id])
})

test('a bill in place of a passport is taken, and the client is told to bring another', async () => {
  const ada = await portal.client()
  const { document } = await upload(ada, await billOf(2), { documentType: 'passport' })
  expect(await readOf(ada, document)).toMatchObject({
    status: 'pending',
    validation: { valid: false, metadata: { verificationFlags: { requiresManualReview: false } } },
  })
  expect(await taskOf(ada, 'proof_of_identity')).toMatchObject({ status: 'completed', outcome: 'review' })
})
