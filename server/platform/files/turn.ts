import { open, readFile, rm } from 'node:fs/promises'
import { answers } from '../postgres/postmaster-file.ts'
import { codeOf } from './disk.ts'

/**
 * Lets one process of this machine at a time do what this file stands for, and answers how to let the next one. What a
 * killed one left is taken over.
 *
 * @throws the sentence for whoever comes second, made of the number of the process that has the turn.
 */
export async function takeTurn(path: string, refusal: (holder: string) => string) {
  const take = () => open(path, 'wx', 0o600)
  const handle = await take().catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
    const [holder = '0', began = ''] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
    if (await isRunning(Number(holder), began)) throw new Error(refusal(holder))
    await rm(path, { force: true })
    return take()
  })
  await handle.writeFile(`${process.pid} ${await beginningOf(process.pid)}`)
  await handle.close()
  return () => rm(path, { force: true })
}

/** When a process began, in ticks since the machine did; empty where the system does not say. */
const beginningOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
}

/** Numbers of processes come again, in a container at each start: it is the same one that began at the same time. */
const isRunning = async (pid: number, began: string) =>
  pid > 0 && pid !== process.pid && answers(pid) && (await beginningOf(pid)) === began
