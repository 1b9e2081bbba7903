import { join } from 'node:path'
import { startPortal, temporaryFolder } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/process/testing/records.ts'
import { freshDatabase } from '#server/testing/cluster.ts'

/** The real server with the built page, for the tests of one file: with the demo firm, or empty. */
export const openPortal = async ({ isEmpty = false }: { isEmpty?: boolean | undefined }) =>
  startPortal({
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    // All these clients come from one address, within seconds.
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_DEMO: isEmpty ? '0' : '1',
  })
