import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Started {
  process: ChildProcess
  address: string
  /** Milliseconds from the command to the line that says it is ready. */
  took: number
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts the portal as a user does, or its server alone, of this checkout or another, and waits for its address. */
export async function startPortal(
  environment: Record<string, string>,
  command: [string, ...string[]] = [process.execPath, 'server/main.ts'],
  checkout?: string,
): Promise<Started> {
  const began = performance.now()
  const [program, ...args] = command
  const child = spawn(program, args, {
    ...(checkout !== undefined && { cwd: checkout }),
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', () => failed(new Error('the portal did not start')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url] = /Portico is ready: (\S+)/.exec(line) ?? []
      if (url !== undefined) found(url)
    })
  })
  const took = performance.now() - began
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    // Signals the whole process group, because npm, the launcher and the server belong together.
    process.kill(-(child.pid ?? 0), signal)
    await once(child, 'exit')
  }
  return { process: child, address, took, stop }
}

/** Runs a module of this folder in a process of its own and waits until it reports that it is ready. */
export async function forkReady(module: URL, args: string[]) {
  const child = fork(module, args)
  await once(child, 'message')
  return {
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
