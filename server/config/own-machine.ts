export const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Returns whether an address leads to this machine. True if there is no address. */
export const isOwnMachine = (url: URL | null) => url === null || loopback.has(url.hostname)
