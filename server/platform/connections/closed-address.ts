import { BlockList, isIP } from 'node:net'
import type { ConnectionSettings } from '#contract/connections.ts'

/**
 * Addresses to which nothing is connected: unspecified, link-local (at 169.254.169.254 a cloud tells the machine's own
 * keys) and multicast. A firm's own network is open to connections, because its services are often there. A name that
 * leads to such an address is not looked up.
 */
const closed = new BlockList()
closed.addSubnet('0.0.0.0', 8, 'ipv4')
closed.addSubnet('169.254.0.0', 16, 'ipv4')
closed.addSubnet('224.0.0.0', 3, 'ipv4')
// An IPv4 address can be written inside IPv6: compatible (`::` and `::1` are of that range), NAT64 and 6to4.
closed.addSubnet('::', 96, 'ipv6')
closed.addSubnet('64:ff9b::', 96, 'ipv6')
closed.addSubnet('2002:a9fe::', 32, 'ipv6')
closed.addSubnet('fe80::', 10, 'ipv6')
closed.addSubnet('ff00::', 8, 'ipv6')
closed.addAddress('fd00:ec2::254', 'ipv6')

/** Returns the field that names such an address, in whatever notation, or null. */
export const closedAddressIn = (settings: ConnectionSettings) => {
  const texts: Partial<Record<string, string>> = settings
  return ['host', 'endpoint', 'address', 'url'].find((field) => isClosed(hostOf(texts[field] ?? ''))) ?? null
}

/** Returns the host as a connection is made to it: `2852039166` is 169.254.169.254. */
const hostOf = (text: string) => {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)
  return url?.hostname.replace(/^\[|\]$/g, '') ?? ''
}

const isClosed = (host: string) =>
  isIP(host) !== 0 && host !== '::1' && closed.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
