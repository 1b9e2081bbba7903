const looking = new Set<() => void>()

/** Calls `look` whenever an answer or a part of the portal has come, until the function it answers is called. */
export const onArrival = (look: () => void) => {
  looking.add(look)
  return () => void looking.delete(look)
}

/** Tells whatever stands in for something that is not there yet that something has come. */
export const arrived = () => {
  for (const look of looking) look()
}
