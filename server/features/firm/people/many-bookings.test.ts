import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { absences } from '#contract/firm/teams.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import { openPortal } from '#server/testing/portal.ts'

// Before the portal opens, whose connections keep the function that they find.
const statements = vi.spyOn(pg.Client.prototype, 'query')
// Other test files run in this process afterwards.
afterAll(() => statements.mockRestore())
const portal = await openPortal()

/** How often it was asked who works with clients, which is what a refreshed page costs. */
const countLookUps = () =>
  statements.mock.calls.filter((call) => JSON.stringify(call[0]).includes('client_contacts')).length

test('an absence over many appointments asks who works with their clients no more often than one over two', async () => {
  const boss = await portal.staff('administrator')
  const [away, cover] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const book = async (time: string) => {
    const client = await portal.client()
    await boss.ask(firm.joinTeam, { email: client.user.email })
    await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: away.user.id, memberIds: [] })
    await bookAt(client, time)
  }
  const countSaving = async (backOn: string) => {
    statements.mockClear()
    await away.ask(absences.save, { id: away.user.id, from: '2026-11-16', backOn, coverId: cover.user.id })
    return countLookUps()
  }
  for (const hour of ['10', '11']) await book(`2026-11-16T${hour}:00:00Z`)
  await countSaving('2026-11-17')
  const few = await countSaving('2026-11-17')
  expect(few).toBeGreaterThan(0)
  for (const day of ['17', '18', '19', '20'])
    for (const hour of ['10', '14']) await book(`2026-11-${day}T${hour}:00:00Z`)
  await countSaving('2026-11-21')
  expect(await countSaving('2026-11-21')).toBe(few)
})
