import { Writable } from 'node:stream'

/** Discards the log of a test, unless PORTICO_TEST_LOG is set. */
export const quiet = new Writable({
  write: (line, _, done) => {
    if (process.env['PORTICO_TEST_LOG']) process.stderr.write(line)
    done()
  },
})
