import { ConnectionName, ConnectionSettings, type SettingsOf } from '#contract/connections.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { PaymentProvider } from '#contract/payments/processor.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Database, Db } from '../db/database.ts'
import type { Log } from '../diagnostics/log.ts'
import type { OutcomeRecorder } from '../ports/providers.ts'
import { minutes } from '../time/durations.ts'
import { closedAddresses } from './closed-address.ts'
import { faultDetailWords } from './fault-words.ts'
import { type Connected, kindOf, type StartSettings } from './kinds.ts'
import { notesIn } from './notes.ts'
import * as store from './store.ts'
import { warningOf } from './warnings.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Queued when a connection answers again, for all that waits for it. */
    publishAnswer: { name: ConnectionName }
  }
}

/** The state of a connection, as an administrator sees it. */
export type ConnectionState = {
  [N in ConnectionName]: {
    name: N
    isFixed: boolean
    /** Null if the built-in is used or the settings cannot be read. */
    settings: SettingsOf<N> | null
    /** True if the settings cannot be read, for example because their keys are gone. */
    isUnreadable: boolean
    row: store.ConnectionRow | null
  }
}[ConnectionName]

/** What is wrong with a connection. */
interface Failure {
  words: string
  detail: string | null
  since: Date | null
}

/** Returns null if the built-in is used, or nothing is known to be wrong. */
export function failureOf({ isUnreadable, settings, row }: ConnectionState): Failure | null {
  const since = row?.failingSince ?? null
  if (isUnreadable)
    return {
      words:
        'The settings can’t be read with the keys in the data folder. Restore the keys, or enter it again.',
      detail: null,
      since,
    }
  if (settings === null || row === null || row.failure === null) return null
  return { words: faultDetailWords(row.failure) ?? unknownFault, detail: row.failure, since }
}

const unknownFault = 'Something is wrong with it. Test the connection to see where it stops.'

/** The external services that the portal uses. Settings given at start take precedence over those of the page. */
export interface Connections {
  /**
   * Returns the current connection, or null if the built-in is used. Throws `Problem` 503 if its settings cannot be
   * used, unless it is in `hasFallback`.
   */
  use: <N extends ConnectionName>(name: N) => Connected[N] | null
  settingsNow: <N extends ConnectionName>(name: N) => SettingsOf<N> | null
  /** Reads the settings again, since another node may have changed them. */
  refresh: () => Promise<void>
  /** Returns the saved settings, and how each connection last responded. */
  listKept: (db: Db) => Promise<ConnectionState[]>
  /** Seals the settings for their row. */
  sealed: (settings: ConnectionSettings) => string
  /** What these sealed settings lead to, though they are no longer in use; null where they cannot be read or used. */
  open: <N extends ConnectionName>(name: N, sealed: string) => Promise<Connected[N] | null>
  /** How a provider answers whose settings are kept elsewhere: of identity checks, sign-ins, texts and payments. */
  identity: OutcomeRecorder
  signOn: OutcomeRecorder
  texts: OutcomeRecorder
  payments: Record<PaymentProvider, OutcomeRecorder>
  /**
   * Makes a request to each connection that was not used for an hour or did not respond, so that a fault is found
   * before it hurts anyone.
   */
  probe: () => Promise<void>
  /**
   * Returns a sentence for each connection that does not respond. They name no host, since anyone may read the health.
   */
  warnings: () => Promise<string[]>
}

interface Current {
  isFixed: boolean
  sealed: string | null
  settings: ConnectionSettings | null
  opened: Connected[ConnectionName] | null
  isUnreadable: boolean
}

interface Needed {
  config: StartSettings
  database: Pick<Database, 'db'>
  secrets: Secrets
  log: Log
}

/** @throws Error with a sentence for the operator if settings given at start cannot be used. */
export async function openConnections({ config, database, secrets, log }: Needed): Promise<Connections> {
  const current = new Map<ConnectionName, Current>()
  const { db } = database
  const note = notesIn(db, log)

  const { read, openKept } = keptSettings({ secrets, log, note })
  const readAll = async () => {
    const rows = await store.listOf(db)
    for (const name of ConnectionName.options) {
      const before = current.get(name)
      const sealed = rows.find((row) => row.name === name)?.sealedSettings ?? null
      if (before?.isFixed || (before && before.sealed === sealed)) continue
      current.set(name, await openKept(name, sealed))
    }
  }
  const refresh = oneAfterTheOther(readAll)

  for (const name of ConnectionName.options) {
    const fixed = await openFixed(name, config, note(name))
    if (fixed) current.set(name, fixed)
  }
  await refresh()

  const listKept = async (on: Db) => {
    const rows = await store.listOf(on)
    return ConnectionName.options.map((name) => {
      const row = rows.find((stored) => stored.name === name) ?? null
      return stateOf({ name, row, now: current.get(name), read })
    })
  }

  return {
    use: <N extends ConnectionName>(name: N) => {
      const { opened = null, isUnreadable = false } = current.get(name) ?? {}
      if (isUnreadable && !hasFallback.has(name)) throw unreadable()
      return opened as Connected[N] | null
    },
    settingsNow: <N extends ConnectionName>(name: N) =>
      (current.get(name)?.settings ?? null) as SettingsOf<N> | null,
    refresh,
    listKept,
    sealed: (settings) => secrets.seal(JSON.stringify(settings), placeOf(settings.name)),
    open: async <N extends ConnectionName>(name: N, sealed: string) =>
      (await openUnnoted(name, read(name, sealed))) as Connected[N] | null,
    identity: note('identity'),
    signOn: note('sign_on'),
    texts: note('texts'),
    payments: { stripe: note('stripe'), gocardless: note('gocardless') },
    probe: async () => {
      const rows = await store.listOf(db)
      for (const [name, { opened }] of current) await probeUnlessKnown({ name, opened, rows })
    },
    warnings: async () => {
      const kept = await listKept(db).catch(() => [])
      return kept.flatMap((state) => warningOf(state) ?? [])
    },
  }
}

const openFixed = async (
  name: ConnectionName,
  config: StartSettings,
  note: OutcomeRecorder,
): Promise<Current | null> => {
  const settings = await kindOf(name).fixed(config)
  if (settings === null) return null
  const opened = await kindOf(name).open(settings, { note, guard: null }).catch(withSettingName(name))
  return { isFixed: true, sealed: null, settings, opened, isUnreadable: false }
}

type Read = (name: ConnectionName, sealed: string) => ConnectionSettings | null

interface Keeping extends Pick<Needed, 'secrets' | 'log'> {
  note: (name: ConnectionName) => OutcomeRecorder
}

/** Reads settings that were saved on the page, and opens what they lead to. */
const keptSettings = ({ secrets, log, note }: Keeping) => {
  const read: Read = (name, sealed) => {
    const text = secrets.open(sealed, placeOf(name))
    const parsed = text === null ? undefined : ConnectionSettings.safeParse(JSON.parse(text))
    return parsed?.success && parsed.data.name === name ? parsed.data : null
  }
  const openKept = async (name: ConnectionName, sealed: string | null): Promise<Current> => {
    const settings = sealed === null ? null : read(name, sealed)
    const isUnreadable = sealed !== null && settings === null
    const none = { isFixed: false, sealed, settings, opened: null, isUnreadable }
    if (settings === null) {
      if (isUnreadable) log.error({ connection: name }, 'These settings cannot be read with the keys here.')
      return none
    }
    try {
      return {
        ...none,
        opened: await kindOf(name).open(settings, { note: note(name), guard: closedAddresses }),
      }
    } catch (err) {
      log.error({ err, connection: name }, 'These settings cannot be used.')
      return { ...none, isUnreadable: true }
    }
  }
  return { read, openKept }
}

/** Opens without noting how it answers, which says nothing of what is in use. */
const openUnnoted = async (name: ConnectionName, settings: ConnectionSettings | null) => {
  const note = { answered: () => {}, failed: () => {} }
  return (
    settings &&
    kindOf(name)
      .open(settings, { note, guard: closedAddresses })
      .catch(() => null)
  )
}

/**
 * Reads one after the other, so that an older result cannot overwrite a newer one. Callers share a reading that has not
 * begun yet.
 */
const oneAfterTheOther = (readAll: () => Promise<void>) => {
  let looking = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= looking
      .catch(() => {})
      .then(() => {
        next = null
        return readAll()
      })
    looking = next
    return next
  }
}

interface StateParts {
  name: ConnectionName
  row: store.ConnectionRow | null
  now: Current | undefined
  read: Read
}

const stateOf = ({ name, row, now, read }: StateParts) => {
  if (now?.isFixed)
    return { name, isFixed: true, settings: now.settings, isUnreadable: false, row } as ConnectionState
  const sealed = row?.sealedSettings ?? null
  const settings = sealed === null ? null : read(name, sealed)
  const isUnreadable = sealed !== null && settings === null
  return { name, isFixed: false, settings, isUnreadable, row } as ConnectionState
}

interface Probed extends Pick<Current, 'opened'> {
  name: ConnectionName
  rows: readonly store.ConnectionRow[]
}

const probeUnlessKnown = async ({ name, opened, rows }: Probed) => {
  const { probe } = kindOf(name)
  const row = rows.find((stored) => stored.name === name)
  const isKnown = row?.failingSince === null && isRecent(row.answeredAt)
  if (opened && probe && !isKnown) await probe(opened, row?.failure ?? null).catch(() => {})
}

const placeOf = (name: ConnectionName) => `connection:${name}`

/** If the settings of these cannot be read, the portal uses the built-in. Nothing is lost or weakened by that. */
const hasFallback = new Set<ConnectionName>(['model', 'timeStamps'])

const unreadable = () =>
  new Problem(
    'unavailable',
    'The settings of this service can’t be read. Please tell whoever runs the portal.',
    {
      retryAfter: 300,
    },
  )

const isRecent = (at: Date | null) => at !== null && Date.now() - at.getTime() < minutes(60)

/** Adds the name of the faulty setting to the error, for the operator. */
const withSettingName = (name: ConnectionName) => (cause: unknown) => {
  const setting = { seal: 'PORTICO_SEAL_PKCS12', timeStamps: 'PORTICO_TSA_CERTIFICATES' }[name as string]
  if (setting === undefined) throw cause
  throw new Error(`${setting}: ${(cause as Error).message}`, { cause })
}
