import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { firstClosedFolder, type Owner } from './owner.ts'

export interface LaunchPlan {
  /** The user to run as. Undefined means the current user. */
  owner: Owner | undefined
  /** Folders (real paths) that the program must be able to enter. */
  reach: string[]
  /** Whether the program gets SIGINT when this process is killed (Linux with setpriv). */
  tied?: boolean
}

/** Starts a PostgreSQL program as its own user, detached so that Ctrl-C in our terminal does not reach it. */
export function launch(program: string, args: string[], plan: LaunchPlan): ChildProcess {
  const options: SpawnOptions = {
    cwd: '/',
    detached: true,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  }
  const prefix = privileges(plan)
  if (prefix) return spawn('setpriv', [...prefix, program, ...args], options)
  return spawn(program, args, { ...options, ...plan.owner })
}

/**
 * A fixed environment, because our own holds secrets, may hold PG… variables, and its path may lead through folders
 * that others can write.
 */
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' }

/** Returns the arguments of setpriv, or undefined if spawning directly does the same or setpriv is missing. */
const privileges = ({ owner, reach, tied = true }: LaunchPlan): string[] | undefined => {
  if (process.platform !== 'linux' && !owner) return undefined
  const death = tied ? ['--pdeathsig=INT'] : []
  const closed = owner && reach.map((folder) => firstClosedFolder(folder, owner)).find(Boolean)
  if (!owner) return firstThatWorks([death])
  const as = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...death]
  if (!closed) return firstThatWorks([as])
  return firstThatWorks(passes.map((pass) => [...as, ...keeping(pass)])) ?? refuse(closed)
}

/** The read privilege is enough to pass a closed folder. Containers often withhold it but not the wider one. */
const passes = ['dac_read_search', 'dac_override']

const keeping = (pass: string) => [
  `--inh-caps=-all,+${pass}`,
  `--ambient-caps=+${pass}`,
  '--securebits=+no_setuid_fixup',
]

const firstThatWorks = (candidates: string[][]) =>
  candidates.find((args) => {
    const tried = spawnSync('setpriv', [...args, 'true'], { env: environment, stdio: 'ignore' })
    return tried.status === 0
  })

const refuse = (folder: string): never => {
  throw new Error(
    `PostgreSQL does not run as root, and its own user cannot enter ${folder}. ` +
      'Move Portico or PORTICO_DATA to a folder that others may enter, install setpriv (util-linux), ' +
      'or start Portico as an ordinary user.',
  )
}
