import { findAccountByName, setAccountDates } from '#server/features/accounts/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoClient, officeTime } from './firm.ts'
import { otherMatters } from './matter-histories.ts'

/** How many working days ago clients joined and were last seen, for those without an entry in `otherMatters`. */
const known: Record<string, { joined: number; seen: number }> = {
  [demoClient.username]: { joined: 70, seen: 1 },
  'mei.tanaka': { joined: 2, seen: 2 },
}

/** Makes every client of the demo join before their matter was opened. */
export async function seedAccountDates(db: Db, now: Date) {
  const all = { ...known }
  for (const { client, opened, next, joint = [] } of otherMatters)
    for (const username of [client, ...joint.map((person) => person.username)])
      all[username] ??= { joined: opened + 1, seen: Math.min(next.since, opened) }
  for (const [username, { joined, seen }] of Object.entries(all)) {
    const account = await findAccountByName(db, username)
    if (account)
      await setAccountDates(db, account.id, {
        createdAt: officeTime(now, joined, '09:35'),
        lastSeenAt: officeTime(now, seen, '12:50'),
      })
  }
}
