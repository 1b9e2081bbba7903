import type { Layout } from './layout.ts'

/** Layouts that were drawn when the rules for the others were done; no rule was changed for them. */
export const heldBack: Record<string, Layout> = {}
