import { Writable } from 'node:stream'

/** The newest lines since they were last taken. */
let lines: string[] = []
const mostLines = 10

/** Keeps the log of a test for the case that it fails. With PORTICO_TEST_LOG set, writes it at once. */
export const quiet = new Writable({
  write: (line, _, done) => {
    if (process.env['PORTICO_TEST_LOG']) process.stderr.write(line)
    lines = [...lines.slice(1 - mostLines), String(line)]
    done()
  },
})

/** Returns the lines that were logged since the last call. */
export const takeLog = () => {
  const taken = lines
  lines = []
  return taken
}
