import { randomInt } from 'node:crypto'
import { capturePath, sessionMinutes } from '#contract/verification-session.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { IdentityProvider } from '#server/platform/ports/identity-provider.ts'
import { after, minutes, seconds } from '#server/platform/time/durations.ts'
import { statusOf } from './status.ts'
import * as store from './store.ts'

/** The firm itself checks, on its own machine: our capture page, judged by our document inspector. */
export const openLocalIdentity = (db: Db, secrets: Secrets): IdentityProvider => ({
  name: 'local',
  checker: null,
  timeout: seconds(8),
  createSession: async ({ key, clientId, comparesFaces, now }) => {
    // Made of the session's key, so that of two who ask at once both are told one address, and none is kept.
    const token = secrets.derive(`capture_session:${key}`)
    const tokenHash = store.hashOf(token)
    const row = await store.open(db, {
      id: key,
      tokenHash,
      clientId,
      comparesFaces,
      // As many fingers as can be held up with both hands.
      prompt: String(randomInt(2, 10)),
      createdAt: now,
      expiresAt: after(now, minutes(sessionMinutes)),
    })
    if (row?.clientId !== clientId || row.tokenHash !== tokenHash)
      throw new Error("The session couldn't be opened.")
    return { sessionId: row.id, sessionUrl: capturePath(token), expiresAt: row.expiresAt }
  },
  status: async (sessionId, { now }) => {
    const capture = await store.findById(db, sessionId, now)
    if (capture === null) throw new Error('There is no such session.')
    return statusOf(capture)
  },
  captures: {
    find: store.findByToken,
    claim: store.claim,
    chooseDocument: store.updateDocument,
    saveStep: store.saveStep,
    submit: store.updateSubmitted,
    statusOf,
    removeAllOf: store.removeAllOf,
  },
})
