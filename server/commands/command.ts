import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'

interface Command<O extends ParseArgsOptionsConfig> {
  usage: string
  options: O
  /** Whether it is told a folder. */
  takesFolder: boolean
  run: (given: Given<O>) => Promise<void>
}

interface Given<O extends ParseArgsOptionsConfig> {
  config: Config
  /** The one word that is no option; empty where it takes none. */
  folder: string
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values']
  /** A path as it was typed, from where it was typed: npm runs its scripts elsewhere. */
  path: (typed: string) => string
  say: (line: string) => void
}

/** Runs what was typed, and ends the process: 0 done, 1 refused with a sentence, 2 wrongly asked. */
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
