import { join } from 'node:path'
import { takeFileLock } from '../platform/files/file-lock.ts'
import { type Moved, moveFiles } from '../platform/files/move-files.ts'
import { openStorages } from '../platform/ports/storage.ts'
import { runCommand } from './command.ts'
import { withStorage } from './with-storage.ts'

await runCommand({
  usage: `Moves the stored files between the data folder and the bucket, while the portal runs or not.

  npm run files:move -- --to s3|disk

The bucket is the one under Integrations, Connections, or of PORTICO_S3_BUCKET with which the portal was started. New
files have to go there already: the portal then reads both places. A run that was broken off is simply run again.`,
  takesFolder: false,
  options: { to: { type: 'string' } },
  run: async ({ config: started, values, say }) => {
    if (values.to !== 's3' && values.to !== 'disk') throw new Error('Say --to s3 or --to disk.')
    const config = await withStorage(started)
    if (config.storage === null) throw new Error('Connect a bucket first: see docs/storage.md.')
    if (config.storage.newFilesGoTo !== values.to)
      throw new Error(
        started.storage === null
          ? `New files still go to ${config.storage.newFilesGoTo}. Change that under Integrations, Connections, then run this again.`
          : `New files still go to ${config.storage.newFilesGoTo}. Set PORTICO_FILES=${values.to} and restart the portal, then run this again.`,
      )
    const { disk, bucket } = await openStorages(config)
    if (bucket === null) throw new Error('No bucket is named.')
    const [from, to] = values.to === 's3' ? [disk, bucket] : [bucket, disk]
    const began = performance.now()
    // Two moves at once would each remove what the other has just moved.
    const letGo = takeFileLock(
      join(config.dataFolder, 'moving'),
      (holder) => `Files are being moved already${holder}. Wait until that has finished.`,
    )
    let moved: Moved
    try {
      moved = await moveFiles({ from, to, say })
    } finally {
      letGo()
    }
    const { files, bytes, already, gone, staged } = moved
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`${files} files have been moved from ${from.place} to ${to.place} in ${seconds} s.`)
    say(`${(bytes / 1e6).toFixed(1)} MB were copied; every copy was read again and has the same hash.`)
    if (already > 0) say(`${already} of them had been copied by an earlier run.`)
    if (gone > 0) say(`${gone} were removed by the portal meanwhile.`)
    if (staged > 0) say(`${staged} unfinished uploads stay there until the portal clears them away.`)
  },
})
