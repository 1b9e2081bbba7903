/** Something that may happen at any time, and those who are to hear of it. */
export function signal() {
  const listening = new Set<() => void>()
  return {
    /** Calls back each time, until the function it answers is called. */
    hear: (listener: () => void) => {
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    give: () => {
      for (const listener of listening) listener()
    },
  }
}
