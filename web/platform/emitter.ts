/** Something that may happen at any time, and those who are to subscribe of it. */
export function createEmitter() {
  const listening = new Set<() => void>()
  return {
    /** Calls back each time, until the function it answers is called. */
    subscribe: (listener: () => void) => {
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    emit: () => {
      for (const listener of listening) listener()
    },
  }
}
