import { londonDay } from '#contract/kit/london.ts'

/** Whether an auditor may still read; an auditor without a last day may not. */
export const isInspectionOpen = (until: string | null, now: Date) => until !== null && londonDay(now) <= until
