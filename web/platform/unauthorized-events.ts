import { createEmitter } from './emitter.ts'

/** The portal has refused a question as a stranger's, by 401, whoever had asked. */
export const { subscribe: onUnauthorized, emit: notifyUnauthorized } = createEmitter()
