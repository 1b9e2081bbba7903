import type { Config } from '../config.ts'
import { restore } from '../platform/backup/restore.ts'
import { openStorages } from '../platform/ports/storage.ts'
import { runCommand } from './command.ts'

await runCommand({
  usage: `Puts a backup into an empty data folder (PORTICO_DATA), and its files into an empty bucket where one is named
(PORTICO_S3_BUCKET).

  npm run restore -- FOLDER [--backup NAME] [--keys OTHER-FOLDER] [--until TIME [--wal FOLDER]]

  FOLDER    where the backups are kept
  --backup  which of them, such as 2026-11-23T031500Z; the latest unless you say
  --keys    where the keys were copied to
  --until   the moment to go back to, such as 2026-11-23T09:30:00Z, if the database's log was archived
  --wal     where it was archived; PORTICO_WAL_ARCHIVE unless you say`,
  takesFolder: true,
  options: {
    backup: { type: 'string' },
    keys: { type: 'string' },
    until: { type: 'string' },
    wal: { type: 'string' },
  },
  run: async ({ config, folder, values, path, say }) => {
    const archive = values.wal === undefined ? config.walArchive : path(values.wal)
    const goesToBucket = config.storage?.newFilesGoTo === 's3'
    await restore({
      ...config,
      bucket: goesToBucket ? (await openStorages(config)).bucket : null,
      from: folder,
      id: values.backup ?? null,
      keys: values.keys === undefined ? null : path(values.keys),
      until:
        values.until === undefined ? null : { time: momentOf(values.until), archive: archiveOf(archive) },
      say,
    })
  },
})

function momentOf(text: string) {
  const time = new Date(text)
  // Without its time zone, it would be another time on another machine.
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
    throw new Error('--until needs a time with its zone, such as 2026-11-23T09:30:00Z.')
  return time
}

function archiveOf(archive: Config['walArchive']) {
  if (archive === null)
    throw new Error('--until needs --wal: the folder that the log of the database is archived in.')
  return archive
}
