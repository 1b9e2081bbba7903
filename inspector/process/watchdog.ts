import process from 'node:process'
import { workerData } from 'node:worker_threads'

/**
 * Runs as a thread inside the inspector's process and ends that process when it holds too much memory or
 * when nobody waits for it any more. A busy main thread cannot watch itself.
 */
const { memoryLimit, parent }: { memoryLimit: number; parent: number } = workerData

setInterval(() => {
  const isOrphan = process.ppid !== parent
  if (isOrphan || process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGKILL')
}, 25)
