import { expect, test } from 'vitest'
import type { InvitationId } from '#contract/firm/people.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { findToken, issueToken, spendToken, withdrawToken } from '../service.ts'

const portal = await openPortal()
const ctx = () => ({ db: portal.db, now: portal.now() })
const purpose = 'invitation'
const lifetime = minutes(60)

const issue = async (facts: Record<string, string> = {}) => {
  const subjectId = newId<InvitationId>()
  return { subjectId, token: await issueToken(ctx(), { purpose, subjectId, facts, lifetime }) }
}

test('a token opens its own door once, and is only looked at before', async () => {
  const { subjectId, token } = await issue({ email: 'a@example.com' })
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(await findToken(portal.db, { purpose, token, now: portal.now() })).toMatchObject({ subjectId })
  expect(await spendToken(ctx(), { purpose: 'password_reset', token })).toBeNull()
  expect(await spendToken(ctx(), { purpose, token })).toEqual({
    subjectId,
    facts: { email: 'a@example.com' },
  })
  expect(await spendToken(ctx(), { purpose, token })).toBeNull()
})

test('of many who come with one token at once, one is let in', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { token } = await issue()
    const all = await Promise.all(Array.from({ length: 6 }, () => spendToken(ctx(), { purpose, token })))
    expect(all.filter((candidate) => candidate !== null)).toHaveLength(1)
  }
})

test('a token is over after its time, when it is withdrawn, and when a new one is issued', async () => {
  const old = await issue()
  portal.wait(lifetime)
  expect(await spendToken(ctx(), { purpose, token: old.token })).toBeNull()

  const withdrawn = await issue()
  await withdrawToken(ctx(), { purpose, subjectId: withdrawn.subjectId })
  expect(await spendToken(ctx(), { purpose, token: withdrawn.token })).toBeNull()

  const { subjectId, token } = await issue()
  const next = await issueToken(ctx(), { purpose, subjectId, lifetime })
  expect(await spendToken(ctx(), { purpose, token })).toBeNull()
  expect(await spendToken(ctx(), { purpose, token: next })).not.toBeNull()
})

test('what is kept of a token does not open anything', async () => {
  const { subjectId, token } = await issue()
  const { rows } = await portal.pool.query('select * from tokens where subject_id = $1', [subjectId])
  expect(JSON.stringify(rows)).not.toContain(token)
})
