import { pino } from 'pino'

const secrets = ['password', 'token', 'cookie', 'authorization', 'set-cookie', 'paymentToken', 'key']
export type Log = Pick<ReturnType<typeof openLog>, 'info' | 'warn' | 'error'>

/** One JSON line an event; what must stay secret is cut out wherever it stands. */
export const openLog = (destination: NodeJS.WritableStream = process.stderr) =>
  pino(
    {
      base: null,
      level: 'info',
      redact: { paths: secrets.flatMap((name) => [`*["${name}"]`, `["${name}"]`]), censor: '(hidden)' },
    },
    destination,
  )

/** Keeps a logged value to one printable line of bounded length. */
export const oneLine = (text: string, max = 300) => {
  const printable = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
  return printable.length > max ? `${printable.slice(0, max)}…` : printable
}
