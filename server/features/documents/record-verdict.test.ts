import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import { stillReading, type Validation } from '#contract/documents/validation.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { minutes, seconds } from '#server/platform/time/durations.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, filesOf, goodBill, openAdaeze, taskOf, upload } from './testing/documents.ts'

/** The real inspector, made to wait until a test lets it go on. */
const gates: Promise<void>[] = []
const inspector = inspectorWithLongTimeout()
const slow: typeof inspector = {
  ...inspector,
  inspect: async (bytes, expectation): Promise<Validation> => {
    await gates.shift()
    return inspector.inspect(bytes, expectation)
  },
}
const portal = await openPortal({ ports: { inspector: slow } })

test('an upload waits for its verdict for less than eight seconds; then it says so, and the verdict follows', async () => {
  const ada = await openAdaeze(portal)
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(promise, promise)
  const began = performance.now()

  const { document, validation } = await upload(ada, goodBill, { taskId })

  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(seconds(6))
  expect(validation).toEqual(stillReading)
  expect(document).toMatchObject({ status: 'pending', validation: null })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'completed', outcome: 'review' })

  resolve()
  await expect
    .poll(() => ada.ask(documents.one, { id: document.id }))
    .toMatchObject({ status: 'verified', validation: { valid: true } })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ outcome: 'verified' })
  expect(await auditOf(portal, ada.user.id, 'document.judged')).toHaveLength(1)
})

const readingJobs = async () => {
  const { rowCount } = await portal.pool.query(
    "select from graphile_worker.jobs where task_identifier in ('readDocument', 'readWaiting')",
  )
  return rowCount
}

test('a document whose reading was lost with the process is read by the job, once', async () => {
  const ada = await openAdaeze(portal)
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const { document } = await upload(ada, goodBill, { taskId })
  // As a crash between commit and reading leaves it.
  await portal.pool.query(
    "update documents set validation = null, status = 'pending', verified_at = null where id = $1",
    [document.id],
  )
  await portal.pool.query('update document_readings set ended_at = null where document_id = $1', [
    document.id,
  ])
  await portal.pool.query('delete from activities where client_id = $1', [ada.user.id])

  const queue = queueJob(portal.db)
  await Promise.all([1, 2, 3].map(() => queue('readDocument', { documentId: document.id })))
  portal.wait(minutes(2))
  await queue('readWaiting', {})

  await expect
    .poll(() => ada.ask(documents.one, { id: document.id }))
    .toMatchObject({ status: 'verified', verifiedAt: portal.now() })
  await expect.poll(readingJobs).toBe(0)
  expect(await ada.ask(activities.list, {})).toMatchObject([{ type: 'document_verified' }])
})

test('a document that is deleted while it is being read stays deleted', async () => {
  const ada = await openAdaeze(portal)
  const before = filesOf(portal)
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(promise, promise)
  const uploading = upload(ada, goodBill, { documentType: 'utility_bill' })
  await expect.poll(() => ada.ask(documents.list, {})).toHaveLength(1)
  const [document] = await ada.ask(documents.list, {})
  if (!document) throw new Error('The document is not listed')

  await ada.ask(documents.remove, { id: document.id })
  resolve()

  expect((await uploading).validation).toEqual(stillReading)
  expect(await ada.ask(documents.list, {})).toEqual([])
  await expect.poll(() => filesOf(portal)).toEqual(before)
  expect(await auditOf(portal, ada.user.id, 'document.judged')).toEqual([])
})

test('files without a document are swept after an hour, and those with one never', async () => {
  const ada = await openAdaeze(portal)
  const { document } = await upload(ada, goodBill)
  const { key } = await portal.ports.files.put(
    (async function* () {
      yield Buffer.from('left behind')
    })(),
    { limit: 100 },
  )
  const name = key.split('/').at(-1)
  expect(filesOf(portal)).toContain(name)
  const sweep = () => queueJob(portal.db)('sweepFiles', {})

  // The test clock is a day before these files were written.
  portal.wait(Date.now() - portal.now().getTime() + seconds(3700))
  await sweep()

  await expect.poll(() => filesOf(portal)).not.toContain(name)
  const { username } = ada.user
  await ada.ask(accounts.login, { username, password: portal.password })
  const kept = await ada.send('GET', `/api/documents/${document.id}/file`, undefined, {})
  expect(kept.status).toBe(200)
})
