import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { blockedCode } from './fault-words.ts'

/** Keeps connections away from some addresses, whatever leads there at the moment of connecting. */
export interface AddressGuard {
  /** Node's sockets skip these addresses of a name, and try the others. */
  blockList: BlockList
  /** Leaves these addresses of a name out, and fails if none is left. */
  lookup: LookupFunction
  /** Returns whether a host is such an address itself, for which no name is looked up. */
  isClosed: (host: string) => boolean
  /** Throws for a host that is such an address itself. */
  refuse: (host: string) => void
  fetch: typeof fetch
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (fault: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Node's sockets take a `blockList` themselves, but those of TLS ignore it. */
export function guardAgainst(blockList: BlockList, resolve: Resolve = lookup): AddressGuard {
  const isBlocked = (address: string) => blockList.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const isClosed = (host: string) => {
    const address = host.replace(/^\[|\]$/g, '')
    return isIP(address) !== 0 && isBlocked(address)
  }
  const openLookup: LookupFunction = (host, options, done) =>
    resolve(host, { ...options, all: true }, (fault, found) => {
      if (fault) return done(fault, '')
      const open = found.filter(({ address }) => !isBlocked(address))
      const [first] = open
      if (first === undefined) done(blocked(host), '')
      else if (options.all) done(null, open)
      else done(null, first.address, first.family)
    })
  // Loaded at the first request: it takes 30 MB, and most portals reach nothing by it.
  let opened: Promise<Agent> | undefined
  const openDispatcher = async () => new (await import('undici')).Agent({ connect: { lookup: openLookup } })
  return {
    blockList,
    lookup: openLookup,
    isClosed,
    refuse: (host) => {
      if (isClosed(host)) throw blocked(host)
    },
    fetch: async (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input)
      // As fetch itself fails for a name of such an address: its callers take another error for an answer.
      if (isClosed(hostname)) throw new TypeError('fetch failed', { cause: blocked(hostname) })
      opened ??= openDispatcher()
      // What Node's fetch takes besides the standard.
      const guarded: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await opened }
      return fetch(input, guarded)
    },
  }
}

const blocked = (host: string) =>
  Object.assign(new Error(`${host} leads to an address to which nothing is connected`), { code: blockedCode })
