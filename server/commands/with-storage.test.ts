import { expect, test } from 'vitest'
import { faultWords } from '#server/platform/connections/fault-words.ts'
import * as store from '#server/platform/connections/store.ts'
import { openStorages } from '#server/platform/ports/storage.ts'
import { openPortal } from '#server/testing/portal.ts'
import { withStorage } from './with-storage.ts'

test('a bucket that was typed on the page leads a command to no closed address', async () => {
  const { database, db, folder, now, ports } = await openPortal()
  const sealedSettings = ports.connections.sealed({
    name: 'files',
    bucket: 'papers',
    endpoint: 'http://169.254.169.254',
    region: 'eu-west-2',
    prefix: '',
    accessKey: 'key',
    secretKey: 'secret',
    newFiles: 'bucket',
  })
  const change = { secretsSetAt: {}, changedAt: now(), changedById: null }
  await store.update(db, 'files', { sealedSettings, ...change })
  const { database: name, host = '', port, user = '', password = '' } = database.connection
  const facts = { host, port: String(port), user, password: String(password) }
  const databaseUrl = `postgresql:///${name}?${new URLSearchParams(facts).toString()}`
  const { bucket } = await openStorages(await withStorage({ dataFolder: folder, databaseUrl, storage: null }))
  const fault = await bucket?.isEmpty().catch((error: unknown) => error)
  expect(faultWords(fault)).toMatch(/^This leads to an address that the portal doesn’t connect to/)
})
