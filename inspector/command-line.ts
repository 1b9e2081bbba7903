import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { DocumentType, type Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Accepted } from './accept.ts'
import type { Expectation } from './documents/expectation.ts'
import { type Inspector, openInspector } from './inspector.ts'

const usage = `Reads documents as the portal does, in processes of their own with the same limits.

  npm run inspect -- FILE… [--as TYPE]… [--client "FIRST LAST"] [--born YYYY-MM-DD]
                           [--address TEXT] [--today YYYY-MM-DD] [--json]

  --as       what is asked for, once or more: ${DocumentType.options.join(', ')}
  --client   whose document it should be; without it, no name is compared
  --json     one JSON object a line: file, accepted, validation or problem

Exit code: 0 when each file was read, 1 when one was refused or could not be opened, 2 for a wrong option.`

/** The result for one file: what was read, or why it was not. */
interface Inspection {
  file: string
  accepted: Accepted | null
  validation: Validation | null
  problem: { code: string; reason?: string | undefined; message: string } | null
}

interface Request {
  files: string[]
  expectation: Expectation
  isJson: boolean
}

/** Inspects the files named by the arguments and prints the results. Returns the exit code. */
export async function inspectFiles(args: string[], print: (line: string) => void): Promise<number> {
  const request = requestIn(args)
  if (typeof request === 'string') {
    print(request)
    return 2
  }
  const { files, expectation, isJson } = request
  const inspector = openInspector()
  try {
    let refused = 0
    for (const file of files) {
      const inspection = await inspectFile(inspector, file, expectation)
      if (inspection.problem) refused += 1
      print(isJson ? JSON.stringify(inspection) : inWords(inspection))
    }
    return refused > 0 ? 1 : 0
  } finally {
    await inspector.close()
  }
}

/** Parses the arguments. Returns a sentence that says what is wrong if they are invalid. */
const requestIn = (args: string[]): Request | string => {
  let parsed: ReturnType<typeof parsedFrom>
  try {
    parsed = parsedFrom(args)
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
  const { values, positionals: files } = parsed
  const types = DocumentType.array().safeParse(values.as ?? [])
  if (files.length === 0) return usage
  if (!types.success) return `--as takes one of: ${DocumentType.options.join(', ')}.`
  for (const day of [values.born, values.today])
    if (day !== undefined && !isDay(day)) return `${day} is not a day. Please write it as 1985-03-12.`
  if (values.client === undefined && (values.born ?? values.address) !== undefined)
    return 'Please say whose birthday or address it is: --client "Amara Okafor".'
  const today = values.today ?? new Date().toISOString().slice(0, 10)
  return {
    files,
    isJson: values.json,
    expectation: { expectedTypes: types.data, today, client: clientIn(values) },
  }
}

const parsedFrom = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string', multiple: true },
      client: { type: 'string' },
      born: { type: 'string' },
      address: { type: 'string' },
      today: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const clientIn = ({
  client,
  born,
  address,
}: {
  client?: string
  born?: string
  address?: string
}): Expectation['client'] => {
  if (client === undefined) return null
  const names = client.trim().split(/\s+/)
  const lastName = names.pop() ?? ''
  return {
    firstName: names.join(' '),
    lastName,
    dateOfBirth: born ?? null,
    address: address ?? null,
    postcode: null,
  }
}

const inspectFile = async (
  inspector: Inspector,
  file: string,
  expectation: Expectation,
): Promise<Inspection> => {
  const nothing = { file, accepted: null, validation: null, problem: null }
  let accepted: Accepted | null = null
  try {
    const bytes = await readFile(file)
    accepted = await inspector.accept(bytes, { filename: basename(file) })
    return { ...nothing, accepted, validation: await inspector.inspect(bytes, expectation) }
  } catch (error) {
    return { ...nothing, accepted, problem: problemOf(error, file) }
  }
}

const problemOf = (error: unknown, file: string) => {
  if (error instanceof Problem) {
    const { code, reason, message } = error
    return { code, reason, message }
  }
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (isMissing) return { code: 'not_found', message: `There is no file ${file}.` }
  return { code: 'unreadable', message: error instanceof Error ? error.message : String(error) }
}

const marks = { passed: '✓', failed: '✗', not_checked: '·' }

const inWords = ({ file, validation, problem }: Inspection) => {
  if (validation === null) return `${file}\n  not read: ${problem?.message}\n`
  const { metadata, checks, issues, valid, confidence } = validation
  const flags = Object.entries(metadata.verificationFlags).flatMap(([flag, isUp]) => (isUp ? [flag] : []))
  const values = Object.entries({
    type: metadata.documentType,
    name: metadata.fullName,
    born: metadata.dateOfBirth,
    number: metadata.documentNumber,
    expires: metadata.expiryDate,
    dated: metadata.documentDate,
    issuer: metadata.issuer,
    address: metadata.address,
  }).flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)}${value}`]))
  return [
    file,
    `  ${valid ? 'valid' : 'not valid'}, confidence ${confidence.toFixed(2)}${flags.length > 0 ? `, ${flags.join(', ')}` : ''}`,
    ...values,
    ...checks.map(({ rule, title, outcome, read }) => `  ${marks[outcome]} ${rule}: ${read ?? title}`),
    ...issues.map((issue) => `  ! ${issue}`),
    '',
  ].join('\n')
}

if (import.meta.main) {
  process.exitCode = await inspectFiles(process.argv.slice(2), (line) => {
    process.stdout.write(`${line}\n`)
  })
}
