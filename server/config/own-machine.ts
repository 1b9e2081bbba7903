export const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Whether an address leads to this machine; none leads nowhere else. */
export const isOwnMachine = (url: URL | null) => url === null || loopback.has(url.hostname)
