/**
 * Puts one file into a store on a failing disk. `node fault-injecting-writer.ts <folder> kill <step>` dies by SIGKILL
 * before that disk operation; `… <folder> <ENOSPC|EIO> 0` lets each operation fail in turn. Writes each event to
 * standard output at once, one per line.
 */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { diskStorage } from './disk-storage.ts'
import { openKeyring } from './keyring.ts'
import { openFileStore } from './store.ts'

type Call = (...args: unknown[]) => Promise<unknown>

let before: (step: string) => void = () => {}

/** Makes every operation that changes the disk call `before` first. */
function interceptSteps() {
  const { open } = fs
  fs.open = async (...args) => intercept(await open(...args), ['writeFile', 'sync', 'close'])
  intercept(fs, ['open', 'mkdir', 'rename'])
  // Updates the named imports of every module to the changed module object.
  syncBuiltinESMExports()
}

function intercept<T extends object>(target: T, names: string[]): T {
  const calls = target as Record<string, Call>
  for (const name of names) {
    const call = calls[name]
    if (!call) throw new Error(`There is no ${name}`)
    calls[name] = async (...args) => {
      before(name)
      return call.apply(target, args)
    }
  }
  return target
}

const writeLine = (line: string) => writeSync(1, `${line}\n`)

const [folder = '', mode = '', last = ''] = process.argv.slice(2)
const directory = join(folder, 'files')
const storage = diskStorage(directory)
const keyring = await openKeyring(join(folder, 'keys', 'files.json'), { protects: storage })
const store = await openFileStore({ storage, keyring })
const put = () => store.put([randomBytes(150_000)], { limit: 150_000 })
interceptSteps()

async function putAndDie() {
  let steps = 0
  before = (step) => {
    if (++steps === Number(last)) process.kill(process.pid, 'SIGKILL')
    writeLine(`step ${step}`)
  }
  writeLine(`kept ${JSON.stringify(await put())}`)
}

async function failEachStep() {
  for (let failing = 1; ; failing++) {
    let steps = 0
    let failed: string | undefined
    before = (step) => {
      if (++steps !== failing) return
      failed = step
      throw Object.assign(new Error(mode), { code: mode })
    }
    const { code, message } = await put().catch((problem) => problem)
    before = () => {}
    if (failed === undefined) return
    const left = (await fs.readdir(directory, { recursive: true, withFileTypes: true })).filter((e) =>
      e.isFile(),
    )
    writeLine(JSON.stringify({ failed, code, message, left: left.length }))
  }
}

await (mode === 'kill' ? putAndDie() : failEachStep())
