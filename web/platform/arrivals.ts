import { signal } from './signal.ts'

/** An answer or a part of the portal has come: given to whatever stands in for what is not there yet. */
export const { hear: onArrival, give: arrived } = signal()
