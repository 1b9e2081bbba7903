import { BlockList, isIP } from 'node:net'

/** Addresses outside the public internet: one's own machine and network, and those reserved for tests or unassigned. */
const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4')
// Of IPv6 only 2000::/3 is the public internet (RFC 4291 §2.4). Within it, these lead elsewhere: Teredo and other
// protocols, documentation, and 6to4, which embeds an IPv4 address.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, prefix, 'ipv6')
const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns whether an address is on the public internet. */
export const isPublic = (address: string) => {
  const family = familyOf(address)
  if (isIP(address) === 0 || closed.check(address, family)) return false
  return family === 'ipv4' || internet.check(address, 'ipv6')
}

export const isLoopback = (address: string) =>
  isIP(address) !== 0 && loopback.check(address, familyOf(address))
