import { load, median } from './load.ts'
import { forkReady } from './portal.ts'

interface Question {
  address: string
  cookie: string
  connectionString: string
  clientId: string
}

export interface Reads {
  bare: number
  tasks: number
  user: number
  /** Medians of the ratios within each pair, which hold even if the machine's speed drifts. */
  tasksRatio: number
  userRatio: number
  p99: number
}

const rounds = 5
const barePort = 39_871

/** Measures the bare server and the portal alternately, so that both of a pair see the same machine. */
export async function measureReads({
  address,
  cookie,
  connectionString,
  clientId,
}: Question): Promise<Reads> {
  const bare = await forkReady(new URL('./bare.ts', import.meta.url), [
    connectionString,
    clientId,
    `${barePort}`,
  ])
  const urls = {
    bare: `http://127.0.0.1:${barePort}/`,
    tasks: `${address}/api/tasks`,
    user: `${address}/api/user`,
  }
  for (const url of Object.values(urls)) await load({ url, cookie, seconds: 3 })
  const pairs: { bare: number; tasks: number; user: number; p99: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const floor = await load({ url: urls.bare, cookie })
    const tasks = await load({ url: urls.tasks, cookie })
    const user = await load({ url: urls.user, cookie })
    pairs.push({ bare: floor.rate, tasks: tasks.rate, user: user.rate, p99: tasks.p99 })
  }
  await bare.stop()
  return {
    bare: median(pairs.map((pair) => pair.bare)),
    tasks: median(pairs.map((pair) => pair.tasks)),
    user: median(pairs.map((pair) => pair.user)),
    tasksRatio: median(pairs.map((pair) => pair.tasks / pair.bare)),
    userRatio: median(pairs.map((pair) => pair.user / pair.bare)),
    p99: median(pairs.map((pair) => pair.p99)),
  }
}
