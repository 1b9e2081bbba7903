export const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Returns whether someone on the way could read a password or key sent to this address. */
export const isInTheClear = (address: string) => {
  const url = new URL(address)
  return url.protocol === 'http:' && !isOwnMachine(url)
}

/** Why an address is refused that `isInTheClear`, on the page of the settings and at the start. */
export const keyInTheClear = 'Please use an address that starts with https://: it is sent the key'
export const passwordInTheClear = 'Please use an address that starts with https://: it is sent the password'

/** What to do where the demo refuses a setting. On this machine a portal is a demo unless it is told otherwise. */
export const ownPortal = 'For a portal of your own, set PORTICO_DEMO=0, and PORTICO_DATA to a new folder.'

/** Returns whether an address leads to this machine. True if there is no address. */
export const isOwnMachine = (url: URL | null) => url === null || loopback.has(url.hostname)
