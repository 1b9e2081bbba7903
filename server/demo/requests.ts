import { findAccountByName } from '#server/features/accounts/service.ts'
import { addPastRequest, hasRequests } from '#server/features/privacy/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoClient } from './firm.ts'
import { officeTime } from './times.ts'

/** A complaint that was answered long ago, so that both sides see what becomes of one. */
export async function fillRequests(db: Db, now: Date) {
  const client = await findAccountByName(db, demoClient.username)
  const administrator = await findAccountByName(db, 'admin')
  if (!client || !administrator || (await hasRequests(db, client.id))) return
  await addPastRequest(db, {
    clientId: client.id,
    kind: 'complaint',
    words: 'I was only told about the search fees after I had asked.',
    wish: 'Please tell buyers about them on the first day.',
    createdAt: officeTime(now, 12, '12:30'),
    answer:
      'You are right, and we are sorry. The fees are now in our client care letter, which every client receives on the first day.',
    answeredAt: officeTime(now, 8, '10:15'),
    answeredBy: administrator.id,
  })
}
