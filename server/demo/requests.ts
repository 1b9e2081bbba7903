import { findAccountByName } from '#server/features/accounts/service.ts'
import { addPastRequest, hasRequests } from '#server/features/privacy/service.ts'
import type { Db } from '#server/platform/db.ts'
import { before, days } from '#server/platform/durations.ts'
import { demoClient } from './firm.ts'

/** A complaint that was answered long ago, so that both sides see what becomes of one. */
export async function fillRequests(db: Db, now: Date) {
  const client = await findAccountByName(db, demoClient.username)
  const administrator = await findAccountByName(db, 'admin')
  if (!client || !administrator || (await hasRequests(db, client.id))) return
  await addPastRequest(db, {
    clientId: client.id,
    kind: 'complaint',
    words: 'I was told of the search fees only after I had asked.',
    wish: 'Please tell the next buyer on the first day.',
    createdAt: before(now, days(40)),
    answer:
      'You are right, and we are sorry. The fees now stand in our client care letter, which every client has on the first day.',
    answeredAt: before(now, days(33)),
    answeredBy: administrator.id,
  })
}
