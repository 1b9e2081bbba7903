import { createEmitter } from './emitter.ts'

/** An answer or a part of the portal has come: given to whatever stands in for what is not there yet. */
export const { subscribe: onLoad, emit: notifyLoaded } = createEmitter()
