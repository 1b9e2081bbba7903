import { join } from 'node:path'
import { startPortal, temporaryFolder } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/process/testing/records.ts'
import { freshDatabase } from '#server/testing/cluster.ts'

/** The real server with the built page and the demo firm, for the tests of one file. Answers its address. */
export async function openPortal() {
  const { address } = await startPortal({
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    // All these clients come from one address, within seconds.
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_DEMO: '1',
  })
  return address
}
