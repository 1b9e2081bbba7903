import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bothStorages } from '#server/platform/files/both-storages.ts'
import { diskStorage } from '#server/platform/files/disk-storage.ts'
import type { EncryptedStorage } from '#server/platform/files/encrypted-storage.ts'
import { takeFileLock } from '#server/platform/files/file-lock.ts'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { moveFiles } from '#server/platform/files/move-files.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { newFolder, randomFile, refusalOf, sha256 } from '#server/platform/files/testing.ts'
import { openBucket } from './s3.ts'
import { newStandIn } from './testing/bucket.ts'

/** A data folder with files, and an empty bucket. */
async function openMove(count: number) {
  const { settings, objects, state } = await newStandIn()
  const folder = await newFolder()
  const [disk, bucket] = [diskStorage(join(folder, 'files')), openBucket(settings)]
  const keyring = await openKeyring(join(folder, 'keys', 'files.json'), { protects: disk })
  const store = await openFileStore({ storage: disk, keyring })
  await store.belongTo('ours')
  const files = await Promise.all(
    Array.from({ length: count }, () => store.put([randomFile(20_000)], { limit: 20_000 })),
  )
  const listed = async (storage: EncryptedStorage) => {
    const keys = []
    for await (const { key } of storage.list()) keys.push(key)
    return keys.toSorted()
  }
  const readAll = async () => {
    const both = await openFileStore({ storage: bothStorages(bucket, disk), keyring })
    for (const { key, sha256: hash } of files)
      expect(sha256(await buffer(await both.read(key, { sha256: hash })))).toBe(hash)
  }
  const environment = {
    PORTICO_DATA: folder,
    PORTICO_S3_BUCKET: settings.bucket,
    PORTICO_S3_ENDPOINT: settings.endpoint,
    PORTICO_S3_ACCESS_KEY: settings.credentials.accessKeyId,
    PORTICO_S3_SECRET_KEY: settings.credentials.secretAccessKey,
  }
  const keys = files.map(({ key }) => key).toSorted()
  return { disk, bucket, store, keys, listed, readAll, objects, state, environment }
}

/** The command as the operator runs it. */
function startMove(environment: Record<string, string>, to: string) {
  const program = join(import.meta.dirname, '../../commands/move-files.ts')
  const child = spawn(process.execPath, [program, '--to', to], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''))
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return { child, said, ended }
}

test('a move that is killed loses nothing, and is finished by running it again', {
  timeout: 60_000,
}, async () => {
  const { disk, bucket, keys, listed, readAll, objects, environment } = await openMove(40)
  const first = startMove(environment, 's3')
  while (objects.size < 12) await sleep(2)
  first.child.kill('SIGKILL')
  expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })
  expect((await listed(disk)).length).toBeGreaterThan(0)
  await readAll()

  const second = startMove(environment, 's3')
  expect(await second.ended).toEqual({ code: 0, signal: null })
  expect(await second.said).toMatch(/every copy was read again and has the same hash/)
  expect(await listed(disk)).toEqual([])
  expect(await listed(bucket)).toEqual(keys)
  expect(await bucket.installation()).toBe('ours')
  await readAll()

  const back = startMove({ ...environment, PORTICO_FILES: 'disk' }, 'disk')
  expect(await back.ended).toEqual({ code: 0, signal: null })
  expect(await back.said).toContain('40 files have been moved from the bucket')
  expect([await listed(disk), await listed(bucket)]).toEqual([keys, []])
  await readAll()
})

test('a copy that is not what was copied costs no file: the move ends with a sentence', async () => {
  const { disk, bucket, keys, listed, objects, readAll } = await openMove(3)
  const altering: EncryptedStorage = {
    ...bucket,
    keep: async (key) => {
      await bucket.keep(key)
      const stored = objects.get(`files/files/${key}`)
      if (stored) stored.bytes[5000] = (stored.bytes[5000] ?? 0) ^ 1
    },
  }
  const refused = await refusalOf(moveFiles({ from: disk, to: altering, say: () => {} }))
  expect(refused.message).toContain('so it was left where it was')
  expect(await listed(disk)).toEqual(keys)
  await moveFiles({ from: disk, to: bucket, say: () => {} })
  expect(await listed(disk)).toEqual([])
  await readAll()
})

test('eight files move at once, and a move that fails ends only once those in hand are whole', async () => {
  const { disk, bucket, keys, listed, readAll } = await openMove(20)
  const { promise: allBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: hasFailed, resolve: fail } = Promise.withResolvers<void>()
  const begun: string[] = []
  let inHand = 0
  const failing: EncryptedStorage = {
    ...bucket,
    write: async (key, chunks) => {
      if (begun.push(key) === 8) begin()
      await allBegun
      if (key === begun[0]) {
        fail()
        throw new Error('The bucket refuses this one.')
      }
      inHand += 1
      await hasFailed
      await bucket.write(key, chunks)
    },
    keep: async (key) => {
      await bucket.keep(key)
      inHand -= 1
    },
  }
  const refused = await refusalOf(moveFiles({ from: disk, to: failing, say: () => {} }))
  expect(refused.message).toBe('The bucket refuses this one.')
  expect([begun.length, inHand]).toEqual([8, 0])
  const [left, moved] = [await listed(disk), await listed(bucket)]
  expect([left.length, moved.length]).toEqual([13, 7])
  expect([...left, ...moved].toSorted()).toEqual(keys)
  await readAll()
  expect(await moveFiles({ from: disk, to: bucket, say: () => {} })).toMatchObject({ files: 13, already: 0 })
  await readAll()
})

test('a second move beside one that runs is refused with a sentence', {
  timeout: 60_000,
}, async () => {
  const { disk, bucket, keys, listed, environment } = await openMove(2)
  const letGo = takeFileLock(join(environment.PORTICO_DATA, 'moving'), () => 'taken')
  const refused = startMove(environment, 's3')
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(await refused.said).toContain(`Files are being moved already (process ${process.pid})`)
  expect([await listed(disk), await listed(bucket)]).toEqual([keys, []])
  letGo()
  expect(await startMove(environment, 's3').ended).toEqual({ code: 0, signal: null })
  expect(await listed(bucket)).toEqual(keys)
})

test('what the portal removes while it is moved is gone from both places', async () => {
  const { disk, bucket, keys, listed } = await openMove(5)
  const both = bothStorages(bucket, disk)
  const [removed = ''] = await listed(disk)
  const interrupted: EncryptedStorage = {
    ...bucket,
    write: async (key, chunks) => {
      if (key === removed) await both.remove(key)
      return bucket.write(key, chunks)
    },
  }
  expect(await moveFiles({ from: disk, to: interrupted, say: () => {} })).toMatchObject({ files: 4, gone: 1 })
  expect(await listed(bucket)).toEqual(keys.filter((key) => key !== removed))
})

test('files are not mixed with those of another portal', async () => {
  const { disk, bucket, keys, listed, environment } = await openMove(2)
  await bucket.belongTo('theirs')
  const { said, ended } = startMove(environment, 's3')
  expect(await ended).toMatchObject({ code: 1 })
  expect(await said).toContain('holds files of another portal')
  expect(await listed(disk)).toEqual(keys)
})
