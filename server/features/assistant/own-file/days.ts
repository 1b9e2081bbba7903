import { london } from '#contract/london.ts'

/** "3 November 2026", by the firm's calendar. */
export const dayOf = (instant: Date) =>
  instant.toLocaleDateString('en-GB', { ...london, day: 'numeric', month: 'long', year: 'numeric' })
