import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './server/testing/cluster.ts',
    // A promise may start a whole portal, or wait for a killed one to recover.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'promises',
          include: ['*.test.ts', '{contract,inspector,server,web,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One browser at a time: a journey measures and waits, and two cores are few.
          fileParallelism: false,
        },
      },
    ],
  },
})
