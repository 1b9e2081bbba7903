import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.mjs'

// A promise may start a whole portal several times, on a machine that is slow and busy with others. Whoever
// waits for something sees it at once when it comes: patience costs time only where something is wrong.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } }
const external = 'server/process/{external-database,two-nodes}.test.ts'
const page = 'web/**/*.test.{ts,tsx}'
const processes = 'server/{process,demo}/**/*.test.ts'
const processesEnd = './server/process/testing/ending.ts'
// Left to itself Vitest keeps a core for watching, which of two cores is half; most promises wait for a database.
const maxWorkers = '100%'

export default defineConfig({
  test: {
    // Once a run; what it provides, every project has.
    globalSetup: './server/testing/cluster.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: ['*.test.ts', '{contract,inspector,scripts}/**/*.test.ts'],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: ['server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, processes],
          // Nothing is kept outside what a file opens itself, so files share what they import.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'process',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: [processes],
          setupFiles: processesEnd,
          exclude: [...configDefaults.exclude, external],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'component',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: [page],
          setupFiles: './web/testing-setup.ts',
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'external',
          maxWorkers,
          sequence: { groupOrder: 0 },
          // SQL is the same on both: what differs is how the database is reached, and by whom.
          include: [external],
          globalSetup: './server/testing/external.ts',
          setupFiles: processesEnd,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          // After the others: what is measured and waited for here should have the machine to itself.
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.spec.ts'],
          setupFiles: processesEnd,
          // Files share what drives the browser, which takes longer to import than to open one.
          isolate: false,
          // Two browsers at once keep two cores busy: a third one only makes each wait for the others.
          maxWorkers,
          ...timeouts,
        },
      },
    ],
  },
})
