import { lookup } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { blockedCode } from './fault-words.ts'

/** Keeps connections away from some addresses, whatever leads there at the moment of connecting. */
export interface AddressGuard {
  blockList: BlockList
  /** Fails for a name that has such an address. */
  lookup: LookupFunction
  /** Throws for a host that is such an address itself, for which no name is looked up. */
  refuse: (host: string) => void
  fetch: typeof fetch
}

/** Node's sockets take a `blockList` themselves, but those of TLS ignore it. */
export function guardAgainst(blockList: BlockList): AddressGuard {
  const isBlocked = (address: string) => blockList.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const refuse = (host: string) => {
    const address = host.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && isBlocked(address)) throw blocked(host)
  }
  const openLookup: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (fault, found) => {
      const [first] = found ?? []
      if (fault) done(fault, '')
      else if (found.some(({ address }) => isBlocked(address))) done(blocked(host), '')
      else if (options.all) done(null, found)
      else done(null, first?.address ?? '', first?.family)
    })
  // Loaded at the first request: it takes 30 MB, and most portals reach nothing by it.
  let opened: Promise<Agent> | undefined
  const openDispatcher = async () => new (await import('undici')).Agent({ connect: { lookup: openLookup } })
  return {
    blockList,
    lookup: openLookup,
    refuse,
    fetch: async (input, init) => {
      refuse(new URL(input instanceof Request ? input.url : input).hostname)
      opened ??= openDispatcher()
      // What Node's fetch takes besides the standard.
      const guarded: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await opened }
      return fetch(input, guarded)
    },
  }
}

const blocked = (host: string) =>
  Object.assign(new Error(`${host} leads to an address to which nothing is connected`), { code: blockedCode })
