import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.mjs'

// A promise may start a whole portal several times, on a machine that is slow and busy with others. Whoever
// waits for something sees it at once when it comes: patience costs time only where something is wrong.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } }
const severalNodes = 'server/process/two-nodes.test.ts'
const page = 'web/**/*.test.{ts,tsx}'
const processes = 'server/{process,demo}/**/*.test.ts'
const processesEnd = './server/process/testing/ending.ts'
// What a file holds, how it travels and what is read in it is the same on any database.
const ofBytes =
  'server/features/documents/{copies,filename,multipart,passports,record-verdict,refusals,shown,slow-uploads}.test.ts'
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
          name: 'promises',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: ['*.test.ts', '{contract,inspector,server,scripts}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, processes],
          // Nothing is kept outside what a file opens itself, so files share what they import.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'processes',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: [processes],
          setupFiles: processesEnd,
          // Several nodes share a database that is nobody's own.
          exclude: [...configDefaults.exclude, severalNodes],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'pages',
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
          name: 'on an external database',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: ['server/features/{accounts,tasks,documents,payments}/**/*.test.ts', severalNodes],
          exclude: [...configDefaults.exclude, ofBytes],
          isolate: false,
          globalSetup: './server/testing/external.ts',
          setupFiles: processesEnd,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'journeys',
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
