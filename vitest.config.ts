import { configDefaults, defineConfig } from 'vitest/config'

// A promise may start a whole portal, or wait for a killed one to recover.
const patience = { testTimeout: 30_000, hookTimeout: 30_000 }
const severalNodes = 'server/process/two-nodes.test.ts'
const longPatience = { testTimeout: 120_000, hookTimeout: 120_000 }
// Left to itself Vitest keeps a core for watching, which of two cores is half; most promises wait for a database.
const maxWorkers = '100%'

export default defineConfig({
  test: {
    // Once a run; what it provides, every project has.
    globalSetup: './server/testing/cluster.ts',
    projects: [
      {
        test: {
          name: 'promises',
          maxWorkers,
          sequence: { groupOrder: 0 },
          include: ['*.test.ts', '{contract,inspector,server,web,scripts}/**/*.test.{ts,tsx}'],
          // Several nodes share a database that is nobody's own.
          exclude: [...configDefaults.exclude, severalNodes],
          ...patience,
        },
      },
      {
        test: {
          name: 'on an external database',
          maxWorkers,
          sequence: { groupOrder: 1 },
          include: ['server/features/{accounts,tasks,documents,payments}/**/*.test.ts', severalNodes],
          // What a kill leaves behind is promised once, by server/process.
          exclude: [...configDefaults.exclude, '**/{crash,killed}.test.ts'],
          globalSetup: './server/testing/external.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'journeys',
          // After the others: what is measured and waited for here should have the machine to itself.
          sequence: { groupOrder: 2 },
          include: ['e2e/**/*.spec.ts'],
          // One browser at a time: a journey measures and waits, and two cores are few.
          fileParallelism: false,
          ...longPatience,
        },
      },
    ],
  },
})
