const listening = new Set<() => void>()

/** Calls back whenever the portal has refused a question as a stranger's, until the function it answers is called. */
export const onRefused = (listener: () => void) => {
  listening.add(listener)
  return () => void listening.delete(listener)
}

/** Tells that an answer was 401, whoever had asked. */
export const refused = () => {
  for (const listener of listening) listener()
}
