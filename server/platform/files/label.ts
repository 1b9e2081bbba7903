import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { linkIfFree, writeNew } from './disk.ts'
import { codeOf, onDisk } from './faults.ts'

/** Whether the label bears this name; where there is none yet, it is made and does. */
export const bearsName = (path: string, name: string): Promise<boolean> =>
  onDisk(async () => {
    const found = await nameOn(path)
    if (found !== undefined) return found === name
    const draft = `${path}.${randomUUID()}`
    await writeNew(draft, [Buffer.from(`${name}\n`)])
    // Where two start at once, the first one's name stands.
    return (await linkIfFree(draft, path)) || (await nameOn(path)) === name
  })

const nameOn = async (path: string) => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
