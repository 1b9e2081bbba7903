import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '#server/platform/files/testing.ts'
import type { Composition } from './job.ts'
import { openSealer } from './sealer.ts'

const letterhead = {
  name: 'Hartley & Rowe',
  postalAddress: '',
  telephone: '',
  email: '',
  regulator: '',
  vatNumber: null,
}
const job: Composition = {
  pdf: Buffer.from('%PDF-1.7'),
  title: 'Contract for sale',
  stamp: [{ picture: null, typedName: 'Amara Okafor', lines: [] }],
  lastPage: null,
  evidence: { letterhead, title: 'Evidence', blocks: [] },
  words: { name: 'Hartley & Rowe', reason: '', location: '', at: new Date('2026-11-09T09:00:00Z') },
}

async function sealerIn(path: string) {
  const sealer = openSealer({ path })
  onTestFinished(() => sealer.close())
  return sealer
}

test('while the key of the seal is damaged nothing is signed, people are told, and it is left as it is', async () => {
  const path = join(await newFolder(), 'seal.json')
  await writeFile(path, '{"version":1,')
  const sealer = await sealerIn(path)
  const refusal = {
    code: 'unavailable',
    message:
      "Documents can't be signed here at the moment. Nothing is lost. Please tell us, and try again later.",
    cause: { message: expect.stringMatching(/seal key .* is damaged\. Restore it from a backup/) },
  }
  await expect(sealer.seal(job)).rejects.toMatchObject(refusal)
  expect(await readFile(path, 'utf8')).toBe('{"version":1,')

  // Moving the file away, as the log says, needs no restart.
  await rm(path)
  await sealer.wake('Hartley & Rowe')
  expect(await readFile(path, 'utf8')).toContain('BEGIN CERTIFICATE')
})

test('where the key of the seal cannot be made, people are told so', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'paper'), '')
  const sealer = await sealerIn(join(folder, 'paper', 'keys', 'seal.json'))
  await expect(sealer.seal(job)).rejects.toMatchObject({ code: 'unavailable' })
})
