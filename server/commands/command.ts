import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'

interface Command<O extends ParseArgsOptionsConfig> {
  usage: string
  options: O
  /** Whether the command needs a folder. */
  takesFolder: boolean
  run: (given: Given<O>) => Promise<void>
}

interface Given<O extends ParseArgsOptionsConfig> {
  config: Config
  /** The folder, or empty if the command takes none. */
  folder: string
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values']
  /** Resolves a typed path against the folder it was typed in, because npm runs scripts in another one. */
  path: (typed: string) => string
  say: (line: string) => void
}

/**
 * Runs the command that was typed, and ends the process: 0 for success, 1 for a refusal with a sentence, 2 for wrong
 * usage.
 */
export async function runCommand<O extends ParseArgsOptionsConfig>(command: Command<O>) {
  const { usage, options, takesFolder, run } = command
  const typed = parsed(options)
  if (typed instanceof Error || typed.positionals.length !== (takesFolder ? 1 : 0)) {
    if (typed instanceof Error) console.error(`${typed.message}\n`)
    console.error(usage)
    process.exit(2)
  }
  const path = (word: string) => resolve(process.env['INIT_CWD'] ?? process.cwd(), word)
  try {
    await run({
      config: readConfig(process.env),
      folder: path(typed.positionals[0] ?? ''),
      values: typed.values,
      path,
      say: (line) => console.log(line),
    })
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error && error.constructor === Error ? error.message : error)
    process.exit(1)
  }
}

const parsed = <O extends ParseArgsOptionsConfig>(options: O) => {
  try {
    return parseArgs({ options, allowPositionals: true as const })
  } catch (error) {
    return error as Error
  }
}
