/** Makes an event without data that others can subscribe to. */
export function createEmitter() {
  const listening = new Set<() => void>()
  return {
    /** Calls back each time, until the returned function is called. */
    subscribe: (listener: () => void) => {
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    emit: () => {
      for (const listener of listening) listener()
    },
  }
}

/** Emitted when a response or a part of the portal has loaded. Fallbacks on the page subscribe to it. */
export const { subscribe: onLoad, emit: notifyLoaded } = createEmitter()

/** Emitted when the portal answers again after it was away. Parts of the page that failed are tried again. */
export const { subscribe: onBack, emit: notifyBack } = createEmitter()

/** Emitted when the portal refuses any request with 401. */
export const { subscribe: onUnauthorized, emit: notifyUnauthorized } = createEmitter()
