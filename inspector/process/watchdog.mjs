import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Runs as a thread inside the worker process and ends that process when it holds too much memory, when a job takes more
 * CPU milliseconds than its limit, or when the parent process is gone. A busy main thread cannot watch itself. Plain
 * JavaScript, because a thread that reads TypeScript loads a compiler for it: ten megabytes in each process.
 *
 * @type {{ memoryLimit: number; parent: number }}
 */
const { memoryLimit, parent } = workerData

const cpuTimeUsed = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let mostWorked = Number.POSITIVE_INFINITY
parentPort?.on('message', (/** @type {number | null} */ limit) => {
  mostWorked = limit === null ? Number.POSITIVE_INFINITY : cpuTimeUsed() + limit
})

setInterval(() => {
  const isOrphan = process.ppid !== parent
  if (isOrphan || process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGKILL')
  // Nothing else sends this signal, and it leaves no core dump, which would contain a client's document.
  if (cpuTimeUsed() > mostWorked) process.kill(process.pid, 'SIGVTALRM')
}, 25)
