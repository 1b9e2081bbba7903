import { createHash } from 'node:crypto'
import type { DocumentId } from '#contract/documents.ts'
import type { EventKind } from '#contract/signatures.ts'
import type { Caller } from '#server/platform/ctx.ts'
import type { EventRow } from './store.ts'

/** An event before it has its place in the chain. */
export interface Happened {
  kind: EventKind
  details?: Record<string, string>
}

/** Who did it, from where: the acting person of a request, or the portal itself. */
export interface Doer {
  id: EventRow['actorId']
  name: string
}

/** Where a chain begins: bound to the document, so that no event can be moved to another. */
export const genesis = (documentId: DocumentId, sha256: string) =>
  digest(canonical({ documentId, sha256, version: 1 }))

/** Links events to the end of a chain, in order. */
export function link(
  { now, caller }: { now: Date; caller: Pick<Caller, 'address' | 'agent'> },
  events: readonly Happened[],
  { documentId, head, number, doer }: { documentId: DocumentId; head: string; number: number; doer: Doer },
): Omit<EventRow, 'id'>[] {
  let previous = head
  return events.map(({ kind, details = {} }, at) => {
    const event = {
      documentId,
      number: number + at + 1,
      kind,
      at: now,
      actorId: doer.id,
      actorName: doer.name,
      address: caller.address,
      agent: caller.agent,
      details,
      previous,
    }
    const hash = hashOf(event)
    previous = hash
    return { ...event, hash }
  })
}

/** Whether every event is as it was written, in its place, and none is missing between the first and the last. */
export const isUnbroken = (events: readonly EventRow[], start: string) => {
  let previous = start
  return events.every((event, at) => {
    const holds = event.number === at + 1 && event.previous === previous && event.hash === hashOf(event)
    previous = event.hash
    return holds
  })
}

const hashOf = ({
  documentId,
  number,
  kind,
  at,
  actorId,
  actorName,
  address,
  agent,
  details,
  previous,
}: Omit<EventRow, 'id' | 'hash'>) =>
  digest(
    canonical({
      documentId,
      number,
      kind,
      at: at.toISOString(),
      actorId,
      actorName,
      address,
      agent,
      details,
      previous,
    }),
  )

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** JSON with its names in order and no spaces, so that the same event always gives the same letters. */
const canonical = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
