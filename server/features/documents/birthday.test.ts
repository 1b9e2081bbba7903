import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { type Check, nothingRead, stillReading, type Validation } from '#contract/documents/validation.ts'
import { taskState } from '#contract/tasks.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { plainPage, readOf, taskOf, upload } from './testing/documents.ts'

const born = '1990-04-17'
/** Returns a verdict on the sender's passport, with the birthday compared as the inspector does. */
const passportFor = ({ client }: Expectation): Validation => {
  const known = client?.dateOfBirth ?? null
  const compared = known === born ? 'passed' : 'failed'
  const check: Check = {
    rule: 'birth_date_matches',
    title: 'The date of birth matches yours',
    outcome: known === null ? 'not_checked' : compared,
    read: born,
    expected: known,
    source: null,
  }
  const valid = check.outcome !== 'failed'
  return {
    ...stillReading,
    valid,
    confidence: valid ? 0.95 : 0.8,
    issues: valid ? [] : ['Please upload your own.'],
    checks: [check],
    metadata: { ...nothingRead, documentType: 'passport', dateOfBirth: born },
  }
}
const inspect = async (_: unknown, expectation: Expectation) => passportFor(expectation)
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })

test('a passport that was verified is compared with the day of birth that its client tells afterwards', async () => {
  const ada = await portal.client()
  const { document } = await upload(ada, plainPage, { documentType: 'passport' })
  const read = await readOf(ada, document)
  const birthdayIn = ({ validation }: { validation: Validation | null }) =>
    validation?.checks.find(({ rule }) => rule === 'birth_date_matches')?.outcome
  expect([read.status, birthdayIn(read)]).toEqual(['verified', 'not_checked'])
  const confirmBirthday = async (day: string) => {
    await portal.db.execute(
      sql`insert into personal_details (user_id, full_name, date_of_birth, source, updated_at)
        values (${ada.user.id}, 'Amara Okafor', ${day}, 'conversation', ${portal.now().toISOString()})
        on conflict (user_id) do update set date_of_birth = ${day}`,
    )
    const { firstName, lastName, email } = ada.user
    // Only a change is announced.
    await ada.ask(accounts.saveProfile, { firstName, lastName, email, phone: `07700 900${day.slice(1, 4)}` })
    await expectDone(portal, 'judgeAgain')
    return ada.ask(documents.one, { id: document.id })
  }
  const same = await confirmBirthday(born)
  expect([same.status, birthdayIn(same)]).toEqual(['verified', 'passed'])
  const other = await confirmBirthday('1991-05-18')
  expect([other.status, birthdayIn(other)]).toEqual(['pending', 'failed'])
  expect(taskState(await taskOf(ada, 'proof_of_identity'))).not.toBe('Verified')
})
