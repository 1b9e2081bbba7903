import { cpus } from 'node:os'
import { defineConfig } from '@playwright/test'
import { seconds } from '#server/platform/time/durations.ts'

/** Journeys that take long, begun first: at the end one core would be left with nothing to do. */
const long = /(page-inventory|chat-stages|main|quick-check)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/journeys',
  globalSetup: './e2e/cluster.ts',
  // Two browsers at once keep two cores busy: a third one only makes each wait for the others.
  workers: cpus().length,
  timeout: seconds(120),
  expect: { timeout: seconds(30) },
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  // What the page held at every moment costs an eighth of the time; a failure leaves the page as it was in the end.
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
  projects: [
    { name: 'long', testMatch: long },
    { name: 'e2e', testMatch: /\.spec\.ts$/, testIgnore: long },
  ],
})
