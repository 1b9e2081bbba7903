import type { ConnectionName } from '#contract/connections.ts'
import { type FaultKind, faultKind } from './fault-words.ts'
import type { ConnectionRow } from './store.ts'

interface Standing {
  name: ConnectionName
  settings: object | null
  isUnreadable: boolean
  row: ConnectionRow | null
}

/** Returns a sentence for the health, which names no host. Null if the connection works, or nobody has asked it. */
export function warningOf({ name, settings, isUnreadable, row }: Standing): string | null {
  if (isUnreadable) return unreadableWords[name]
  if (settings === null || !row?.failingSince) return null
  return failingWords[name]?.(faultKind(row.failure ?? '')) ?? null
}

/**
 * Null for the scanner, whose state the health check asks itself, and for the certificate, of which the sealer warns.
 */
const failingWords: Record<ConnectionName, ((kind: FaultKind) => string) | null> = {
  mail: (kind) =>
    `The mail server ${reasonWords(kind, 'user name and password')}, so emails wait until that is put right. ${foundBy(kind)} Check it under Integrations, Connections.`,
  files: (kind) =>
    `The bucket for stored files ${reasonWords(kind, 'key')}, so documents can't be opened or uploaded.`,
  scanner: null,
  timeStamps: (kind) =>
    `The time-stamp authority ${reasonWords(kind, 'user name and password')}, so for now documents are sealed without its time stamp.`,
  seal: null,
  model: (kind) =>
    `The language model ${reasonWords(kind, 'key')}, so the built-in assistant answers in its place.`,
}

/** What was checked: signing in says nothing of whether an email is taken. */
const foundBy = (kind: FaultKind) =>
  ['no_login', 'sender', 'everything'].includes(kind)
    ? 'It said so when an email was last sent to it.'
    : 'That was found when the portal last connected to it.'

const reasonWords = (kind: FaultKind, login: string) =>
  ({
    unreachable: "can't be reached",
    login: `refuses the portal's ${login}`,
    no_login: 'wants the portal to sign in',
    sender: "refuses the portal's sender address",
    everything: 'takes no email from the portal',
    certificate: "has a TLS certificate that isn't trusted",
    other: "can't be used",
  })[kind]

const lost = 'can’t be read with the keys in this data folder. Restore the keys, or set it up again.'
const unreadableWords: Record<ConnectionName, string> = {
  mail: `The mail server's settings ${lost}`,
  files: `The bucket's settings ${lost}`,
  scanner: `The virus scanner's settings ${lost}`,
  timeStamps: `The time-stamp authority's settings ${lost}`,
  seal: `The firm's certificate for sealing documents ${lost}`,
  model: `The language model's settings ${lost}`,
}
