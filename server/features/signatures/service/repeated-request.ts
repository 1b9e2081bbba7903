import type { Input } from '#contract/kit/endpoint.ts'
import type { signatures } from '#contract/signatures/signatures.ts'
import type { Ctx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { type Attempt, attemptOf, keyReused } from '#server/platform/http/idempotency.ts'
import * as store from '../request-keys/store.ts'

/** Returns the attempt to send a document, by everything that its sender chose. */
export const attemptFor = (
  { caller, upload: { staged, filename } }: UploadCtx,
  { clientId, name, description, isDeed = false, parties, taskId }: Input<typeof signatures.send>,
) => attemptOf(caller, staged.sha256, filename, clientId, name, description, String(isDeed), parties, taskId)

/** Returns what was sent under this key. Throws `unprocessable` if the key stands for another request. */
export async function findRepeated(
  { db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>,
  { idempotencyKey: key, requestHash }: Attempt,
) {
  const request = key === null ? null : await store.findByKey(db, actor.id, key)
  if (request && request.requestHash !== requestHash) throw keyReusedHere()
  return request
}

export const keyReusedHere = () =>
  keyReused('This request was already used for another document. Please send it again.')
