/** Something that may happen at any time, and those who subscribe to it. */
export function createEmitter() {
  const listening = new Set<() => void>()
  return {
    /** Calls back each time, until the function that it returns is called. */
    subscribe: (listener: () => void) => {
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    emit: () => {
      for (const listener of listening) listener()
    },
  }
}

/** An answer or a part of the portal has come: given to whatever stands in for what is not there yet. */
export const { subscribe: onLoad, emit: notifyLoaded } = createEmitter()

/** The portal has refused a question as a stranger's, by 401, whoever had asked. */
export const { subscribe: onUnauthorized, emit: notifyUnauthorized } = createEmitter()
