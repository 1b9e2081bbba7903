import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Returns every address that a process or one of its descendants listens on (Linux), such as 127.0.0.1:3000. */
export function listeningBelow(pid: number): string[] {
  const mine = new Set(familyOf(pid).flatMap(socketsOf))
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((protocol) =>
    readFileSync(`/proc/net/${protocol}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // A UDP socket has no listening state: each open one receives packets.
      .filter(
        ([, , , state, , , , , , inode = '']) =>
          mine.has(inode) && (protocol.startsWith('udp') || state === listening),
      )
      .map(([, local = '']) => `${protocol} ${readable(local)}`),
  )
}

const listening = '0A'

/** Parses a hexadecimal address in the machine's byte order, which is little-endian wherever we run. */
const readable = (local: string) => {
  const [address = '', port = ''] = local.split(':')
  const bytes = Buffer.from(address, 'hex').reverse()
  return `${address.length === 8 ? bytes.join('.') : address}:${Number.parseInt(port, 16)}`
}

/** Returns a process and all its descendants. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]

const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)

const parentOf = (pid: string) => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return -1
  }
}

const socketsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => socketAt(`/proc/${pid}/fd/${name}`))
  } catch {
    return []
  }
}

const socketAt = (path: string) => {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.slice(1) ?? []
  } catch {
    return []
  }
}
