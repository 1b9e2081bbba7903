import { Writable } from 'node:stream'

/** Where the log of a test goes: nowhere, unless PORTICO_TEST_LOG asks for it. */
export const quiet = new Writable({
  write: (line, _, done) => {
    if (process.env['PORTICO_TEST_LOG']) process.stderr.write(line)
    done()
  },
})
