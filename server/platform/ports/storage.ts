import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { bothStorages } from '../files/both-storages.ts'
import { diskStorage } from '../files/disk-storage.ts'
import type { SealedStorage } from '../files/sealed-storage.ts'

type Wanted = Pick<Config, 'dataFolder'> & Partial<Pick<Config, 'storage'>>

/** Where stored files lie: in the data folder, or in a bucket once one is named; then in both while they move. */
export async function openStorage(config: Wanted): Promise<SealedStorage> {
  const { disk, bucket } = await openStorages(config)
  if (bucket === null) return disk
  return config.storage?.newFilesGoTo === 'disk' ? bothStorages(disk, bucket) : bothStorages(bucket, disk)
}

/** The two places that files can lie in; there is a bucket only where one is named. */
export async function openStorages({ dataFolder, storage }: Wanted) {
  const disk = diskStorage(join(dataFolder, 'files'))
  if (!storage) return { disk, bucket: null }
  const { openBucket } = await import('#server/providers/storage/s3.ts')
  return { disk, bucket: openBucket(storage) }
}
