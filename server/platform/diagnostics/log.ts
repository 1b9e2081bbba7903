import { pino } from 'pino'
import { withoutHidden } from '#contract/kit/text.ts'

const secrets = ['password', 'token', 'cookie', 'authorization', 'set-cookie', 'paymentToken', 'key']
export type Log = Pick<ReturnType<typeof openLog>, 'info' | 'warn' | 'error'>

/**
 * Opens a log of one JSON line per event, with secrets cut out wherever they are. At `warn`, it holds what the operator
 * should see. What people do is in the audit trail instead.
 */
export const openLog = (
  destination: NodeJS.WritableStream = process.stderr,
  level: 'warn' | 'info' = 'warn',
) =>
  pino(
    {
      base: null,
      level,
      serializers: { err: faultWithPlace },
      redact: { paths: secrets.flatMap((name) => [`*["${name}"]`, `["${name}"]`]), censor: '(hidden)' },
    },
    destination,
  )

/** Keeps a logged value to one printable line of bounded length. */
export const oneLine = (text: string, max = 300) => {
  const printable = withoutHidden(text, ' ')
  return printable.length > max ? `${printable.slice(0, max)}…` : printable
}

/** Describes an error in one line, without the values of a failed query, which are users' input. */
export const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return oneLine(String(error))
  const [words = ''] = error.message.split('\nparams:')
  return oneLine(error.cause === undefined ? words : `${words} (${faultOf(error.cause)})`, 1000)
}

const faultWithPlace = (error: unknown) => {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return {
    message: faultOf(error),
    at: lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim()),
  }
}
