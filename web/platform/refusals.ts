import { signal } from './signal.ts'

/** The portal has refused a question as a stranger's, by 401, whoever had asked. */
export const { hear: onRefused, give: refused } = signal()
