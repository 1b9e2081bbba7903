import { expect, test } from 'vitest'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { goodBill, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
const testuser = await portal.client({ username: testUsername })

/** Counts the transactions that wait for a row that another one has locked. */
const waiting = async () => {
  const found = await portal.pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return found.rowCount
}

/** Locks the first row in another transaction, and the second one while the reset waits for the first. */
async function resetBetween([first, second]: readonly [string, string]) {
  const other = await portal.pool.connect()
  try {
    await other.query('begin')
    await other.query(first)
    const reset = testuser.ask(dashboard.resetTestUser, {})
    await expect.poll(waiting).toBe(1)
    await other.query(second)
    await other.query('commit')
    return await reset
  } finally {
    other.release()
  }
}

const mine = `client_id = '${testuser.user.id}'`
const rows = {
  document: `update documents set reason = null where ${mine}`,
  task: `update tasks set reason = null where ${mine}`,
  personalDetails: `insert into personal_details (user_id, full_name, updated_at)
    values ('${testuser.user.id}', 'Amara Okafor', now()) on conflict (user_id) do update set updated_at = now()`,
}

test.each([
  ['a verdict or a deletion', [rows.document, rows.task]],
  ['a questionnaire', [rows.task, rows.personalDetails]],
] as const)('%s in the same moment does not stand in the way of starting over', async (_, steps) => {
  const { id: taskId } = await taskOf(testuser, 'proof_of_address')
  await upload(testuser, goodBill, { taskId })
  // The verdict itself would wait for a row too.
  await expectNoneDue(portal)
  await portal.pool.query(rows.personalDetails)
  expect(await resetBetween(steps)).toEqual({ success: true })
})

test('an upload in the same moment is kept with its task, or forgotten with it', async () => {
  for (let round = 0; round < 10; round++) {
    const { id: taskId } = await taskOf(testuser, 'proof_of_address')
    await Promise.all([
      upload(testuser, goodBill, { taskId }),
      new Promise((go) => setTimeout(go, round * 8)).then(() => testuser.ask(dashboard.resetTestUser, {})),
    ])
    const held = await testuser.ask(documents.list, {})
    const done = (await testuser.ask(tasks.list, {})).filter(({ status }) => status === 'completed')
    expect(done).toHaveLength(held.length)
  }
})
