import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Runs as a thread inside the inspector's process and ends that process when it holds too much memory, when a job
 * takes more milliseconds of the processor than it was told, or when nobody waits for it any more. A busy main
 * thread cannot watch itself.
 */
const { memoryLimit, parent }: { memoryLimit: number; parent: number } = workerData

const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let mostWorked = Number.POSITIVE_INFINITY
parentPort?.on('message', (limit: number | null) => {
  mostWorked = limit === null ? Number.POSITIVE_INFINITY : worked() + limit
})

setInterval(() => {
  const isOrphan = process.ppid !== parent
  if (isOrphan || process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGKILL')
  // A signal that nothing else sends, and that leaves no core behind, which would hold a client's document.
  if (worked() > mostWorked) process.kill(process.pid, 'SIGVTALRM')
}, 25)
