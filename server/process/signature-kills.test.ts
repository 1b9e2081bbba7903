import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { typed } from '#server/features/signatures/testing/signature-requests.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt, startKillable } from '#server/testing/killable.ts'
import { newPerson } from '#server/testing/portal.ts'
import { openRecords } from './testing/records.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'portico-signing-'))
const connection = await freshDatabase()
const records = await openRecords(connection)
let portal = await startKillable({ connection, dataFolder })
afterAll(async () => {
  await portal.kill()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function clientWithLetter() {
  const ask = browserAt(() => portal.address)
  await ask(accounts.register, newPerson())
  const [letter] = await ask(signatures.requests, {})
  if (!letter) throw new Error('There is no letter.')
  return { ask, letter }
}

/** Returns how long it took, in milliseconds. */
async function signOne() {
  const { ask, letter } = await clientWithLetter()
  const begun = performance.now()
  await ask(signatures.create, typed(letter.id))
  return performance.now() - begun
}

/** Only the signing writes an activity: a scheduled job may wait for the same table. */
const untilWaiting = () => expect.poll(() => records.waiting('insert into "activities"')).toBeGreaterThan(0)

test('whenever the process is killed, a document is signed with all that belongs to it, or not at all', async () => {
  await signOne()
  const takes = await signOne()
  let broken = 0
  for (const moment of [0.3, 0.7, 'at its last step'] as const) {
    // A portal that has signed before takes as long as measured, and so is killed at the intended step.
    await signOne()
    const { ask, letter } = await clientWithLetter()
    const isHeld = moment === 'at its last step'
    const letGo = isHeld ? await records.hold('lock table activities in access exclusive mode') : null
    const signing = ask(signatures.create, typed(letter.id)).then(
      () => true,
      () => false,
    )
    await (isHeld ? untilWaiting() : sleep(takes * moment))
    await portal.kill()
    await letGo?.()
    const isAcknowledged = await signing
    broken += isAcknowledged ? 0 : 1
    portal = await startKillable({ connection, dataFolder })

    const [now] = await ask(signatures.requests, {})
    const task = (await ask(tasks.list, {})).find(({ id }) => id === letter.taskId)
    expect(isAcknowledged && now?.state !== 'signed').toBe(false)
    expect(task?.status).toBe(now?.state === 'signed' ? 'completed' : 'pending')
    if (now?.state === 'open') await ask(signatures.create, typed(letter.id))
    const checked = await ask(signatures.ofDocument, { id: letter.id })
    expect(checked.map(({ status }) => status)).toEqual(['Verified'])
  }
  // Kills that never interrupted a signing would prove nothing. The last one always does, however quick a signing is.
  expect(broken).toBeGreaterThan(0)
})
