import { cpus } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { seconds } from './server/platform/time/durations.ts'

// Whoever waits for something sees it at once when it comes: a limit costs time only where something is wrong.
const limits = {
  testTimeout: seconds(30),
  hookTimeout: seconds(60),
  expect: { poll: { timeout: seconds(25) } },
}
// Such a test starts a whole portal several times.
const processLimits = { ...limits, testTimeout: seconds(120), hookTimeout: seconds(120) }
const external = 'server/process/{external-database,two-nodes,pooler}.test.ts'
const page = 'web/**/*.test.{ts,tsx}'
const processes = 'server/{process,demo}/**/*.test.ts'
const processesEnd = './server/process/testing/end-processes.ts'
const logOfFailed = './server/testing/log-of-failed.ts'
// One more than there are cores: most tests wait for a database, and those of processes for a portal to start or to
// end.
const maxWorkers = cpus().length + 1

export default defineConfig({
  test: {
    // Once a run; what it provides, every project has.
    globalSetup: './server/testing/fresh-database.ts',
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          include: ['*.test.ts', '{contract,inspector,scripts}/**/*.test.ts'],
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers,
          include: ['server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, processes],
          setupFiles: logOfFailed,
          // Nothing is kept outside what a file opens itself, so files share what they import.
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'process',
          maxWorkers,
          include: [processes],
          setupFiles: [processesEnd, logOfFailed],
          exclude: [...configDefaults.exclude, external],
          isolate: false,
          ...processLimits,
        },
      },
      {
        test: {
          name: 'component',
          maxWorkers,
          include: [page],
          setupFiles: './web/testing-setup.ts',
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'external',
          maxWorkers,
          // SQL is the same on both: what differs is how the database is reached, and by whom.
          include: [external],
          globalSetup: './server/testing/external.ts',
          setupFiles: processesEnd,
          ...processLimits,
        },
      },
    ],
  },
})
