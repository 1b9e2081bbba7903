import { BlockList } from 'node:net'
import type { ConnectionSettings } from '#contract/connections.ts'
import { guardAgainst } from './address-guard.ts'

/**
 * Addresses to which nothing is connected: unspecified, link-local (at 169.254.169.254 a cloud tells the machine's own
 * keys) and multicast. A firm's own network is open to connections, because its services are often there.
 */
const closed = new BlockList()
closed.addSubnet('0.0.0.0', 8, 'ipv4')
closed.addSubnet('169.254.0.0', 16, 'ipv4')
closed.addSubnet('224.0.0.0', 3, 'ipv4')
// An IPv4 address can be written inside IPv6: compatible (`::1` is of that range, and this machine), NAT64 and 6to4.
closed.addAddress('::', 'ipv6')
closed.addRange('::2', '::ffff:ffff', 'ipv6')
// Where a network has NAT64, every name leads through it, so only what it embeds is closed.
closed.addSubnet('64:ff9b::', 104, 'ipv6')
closed.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
closed.addSubnet('64:ff9b::e000:0', 99, 'ipv6')
closed.addSubnet('2002:a9fe::', 32, 'ipv6')
closed.addSubnet('fe80::', 10, 'ipv6')
closed.addSubnet('ff00::', 8, 'ipv6')
closed.addAddress('fd00:ec2::254', 'ipv6')

/** For whatever is typed on a page. What is set where the portal is started may lead anywhere. */
export const closedAddresses = guardAgainst(closed)

/** Returns the field that names such an address, in whatever notation, or null. */
export const closedAddressIn = (settings: ConnectionSettings) => {
  const texts: Partial<Record<string, string>> = settings
  return (
    ['host', 'endpoint', 'address', 'url'].find((field) =>
      closedAddresses.isClosed(hostOf(texts[field] ?? '')),
    ) ?? null
  )
}

/** Returns the host as a connection is made to it: `2852039166` is 169.254.169.254. */
const hostOf = (text: string) => {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)
  return url?.hostname ?? ''
}
