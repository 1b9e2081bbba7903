import type { api } from '#contract/api.ts'
import { administrators, type RowsOf } from '#server/testing/authorization.ts'

const scanner = { name: 'scanner', address: '127.0.0.1:1' } as const
const nowhere = {
  name: 'files',
  bucket: 'files',
  endpoint: 'http://127.0.0.1:1',
  region: 'eu-west-2',
} as const
const files = { ...nowhere, prefix: '', accessKey: 'us', secretKey: 'a secret', newFiles: 'bucket' } as const

export const rows: RowsOf<Pick<typeof api, 'connections'>> = {
  'connections.list': { answers: administrators() },
  // The bucket is tested before it is accepted, and this one fails.
  'connections.save': {
    ask: ({ password }) => ({ settings: files, password }),
    answers: administrators(422),
  },
  // Nobody responds there, which is a valid result of a test.
  'connections.test': { ask: () => ({ name: 'scanner', settings: scanner }), answers: administrators() },
  'connections.disconnect': {
    ask: ({ password }) => ({ name: 'scanner', password }),
    answers: administrators(),
  },
}
