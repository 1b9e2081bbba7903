import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInDatabase, openCluster } from '../postgres/cluster.ts'
import { withClient } from '../postgres/roles.ts'
import { restoreCommand } from './wal-archive.ts'

export interface Recovery {
  time: Date
  /** The folder that the log was archived in (PORTICO_WAL_ARCHIVE). */
  archive: string
}

/**
 * Starts a restored database once until it has recovered, deletes the sessions and links it holds, and stops it. With
 * `until`, returns the time of the last transaction that was replayed. Throws an error if it does not start.
 */
export async function recover(directory: string, until: Recovery | null): Promise<string | null> {
  const signal = join(directory, 'recovery.signal')
  if (until !== null) await writeFile(signal, '', { mode: 0o600 })
  const complaints: string[] = []
  const cluster = await openCluster({
    directory,
    log: (line) => {
      if (/FATAL|PANIC/.test(line)) complaints.push(line)
    },
    settings: until === null ? {} : replaying(until),
    reach: until === null ? [] : [until.archive],
    onExit: ({ reason }) => complaints.push(reason),
  }).catch((cause: unknown) => {
    throw new Error(`The restored database does not start: ${reasonOf(cause, until)}`, { cause })
  })
  try {
    for (;;) {
      // During the replay, the server refuses connections until its data is consistent.
      const state = await ask(cluster.connection).catch(() => null)
      if (state?.isRecovering === false) {
        await endWaysIn({ ...cluster.connection, database: builtInDatabase })
        return state.last
      }
      if (complaints.length > 0)
        throw new Error(
          `The restored database does not start: ${reasonOf(new Error(complaints.join(' ')), until)}`,
        )
      await sleep(100)
    }
  } finally {
    await cluster.stop()
    await rm(signal, { force: true })
  }
}

const replaying = ({ time, archive }: Recovery) => ({
  restore_command: restoreCommand(archive),
  // PostgreSQL reads this setting before it knows the names of time zones, and `Z` is one.
  recovery_target_time: time.toISOString().replace('Z', '+00'),
  recovery_target_action: 'promote',
})

const ask = (connection: Parameters<typeof withClient>[0]) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ isRecovering: boolean; last: Date | null }>(
      'select pg_is_in_recovery() as "isRecovering", pg_last_xact_replay_timestamp() as last',
    )
    const [{ isRecovering, last } = { isRecovering: false, last: null }] = rows
    return { isRecovering, last: last?.toISOString() ?? null }
  })

/**
 * Deletes all sessions and links, since one that has ended or been used since the backup would let someone in again.
 * Deletes the connections to the mail server and the bucket, so that a trial copy neither sends emails nor cleans up
 * the bucket of the running portal. A backup of an earlier version has no such table.
 */
const endWaysIn = (connection: Parameters<typeof withClient>[0]) =>
  withClient(connection, (client) =>
    client.query(`delete from sessions; delete from tokens;
      do $$ begin
        if to_regclass('public.connections') is not null then
          delete from connections where name in ('mail', 'files');
        end if;
      end $$`),
  )

const reasonOf = (cause: unknown, until: Recovery | null) => {
  const words = cause instanceof Error ? cause.message : String(cause)
  if (until !== null && /before configured recovery target was reached/.test(words))
    return `the log archived in ${until.archive} ends before ${until.time.toISOString()}. Choose an earlier moment.`
  return words
}
