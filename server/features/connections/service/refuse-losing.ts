import type { SettingsOf } from '#contract/connections.ts'
import { Problem } from '#contract/kit/problem.ts'
import { getSecret } from '#server/features/settings/service.ts'
import { closedAddresses } from '#server/platform/connections/closed-address.ts'
import type { ConnectionState } from '#server/platform/connections/connections.ts'
import { kindOf } from '#server/platform/connections/kinds.ts'
import type { MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { EncryptedStorage } from '#server/platform/files/encrypted-storage.ts'

type Files = SettingsOf<'files'>

/**
 * Prevents stored files from becoming unreachable: a bucket is accepted only if every step of the test works, and
 * released only once new files go elsewhere and it is empty.
 */
export async function refuseLosing(ctx: MultiStepCtx<Staff>, kept: ConnectionState, wanted: Files | null) {
  const before = kept.settings as Files | null
  if (before !== null && (wanted === null || isElsewhere(before, wanted))) await refuseLeaving(ctx, before)
  if (wanted !== null) await refuseUnfit(ctx, wanted)
}

const isElsewhere = (before: Files, wanted: Files) =>
  (['bucket', 'endpoint', 'prefix'] as const).some((field) => before[field] !== wanted[field])

async function refuseLeaving({ ports }: MultiStepCtx<Staff>, before: Files) {
  if (before.newFiles === 'bucket')
    throw new Problem(
      'conflict',
      'New files still go to this bucket. Let them go to the data folder first and save that. Then run: npm run files:move -- --to disk',
      { reason: 'in_use' },
    )
  const bucket = ports.connections.use('files')
  const holds =
    bucket &&
    (await holdsFiles(bucket).catch(() => {
      throw new Problem(
        'conflict',
        'The bucket doesn’t answer, so we can’t tell whether files are still in it. Nothing has changed.',
        { reason: 'unreachable' },
      )
    }))
  if (holds)
    throw new Problem(
      'conflict',
      'There are still files in this bucket. Move them to the data folder first: npm run files:move -- --to disk',
      { reason: 'files_there' },
    )
}

/** Whether the bucket still contains files. Unfinished uploads count too, because each is about to become a file. */
async function holdsFiles(bucket: EncryptedStorage) {
  for (const list of [bucket.list, bucket.quarantine.list]) for await (const _ of list()) return true
  return false
}

async function refuseUnfit(ctx: MultiStepCtx<Staff>, wanted: Files) {
  const installation = await getSecret(ctx.read, 'installation_id')
  const unused = { to: null, firmName: '', messageId: '' }
  const context = { ...unused, now: ctx.now, installation, guard: closedAddresses }
  const checks = await kindOf('files').test(wanted, context)
  const bad = checks.find(({ state }) => state === 'bad')
  if (bad)
    throw new Problem(
      'unprocessable',
      `The bucket was tried first, and didn’t work, so nothing has changed. ${bad.words}`,
      {
        reason: 'not_working',
      },
    )
}
