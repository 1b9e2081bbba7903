import type { CaseEvent, CaseId } from '#contract/cases.ts'
import { londonDay } from '#contract/london.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { CaseRow, EventRow } from './store.ts'
import * as store from './store.ts'

type NewCase = Omit<Parameters<typeof store.insert>[1], 'id' | 'reference' | 'createdAt'>

/** A case with the next reference of the year. */
export async function addCase({ db, now }: Pick<Ctx, 'db' | 'now'>, facts: NewCase): Promise<CaseRow> {
  const { name } = await findFirm(db)
  const year = londonDay(now).slice(0, 4)
  const number = await store.insertNumber(db, Number(year))
  const reference = `${initialsOf(name)}-${year}-${String(number).padStart(5, '0')}`
  return store.insert(db, { ...facts, id: newId<CaseId>(), reference, createdAt: now })
}

/** "Hartley & Rowe" → `HR` */
const initialsOf = (firm: string) =>
  (firm.match(/\p{L}+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4) || 'C'

export type PastEvent = Pick<EventRow, 'kind' | 'at' | 'byId' | 'byName' | 'isOfFirm'> & Partial<EventRow>

/** For the demo: a case with a past that nobody is told of; its events come oldest first. */
export async function addPastCase(db: Db, facts: NewCase & { createdAt: Date }, events: PastEvent[]) {
  const { createdAt, ...rest } = facts
  const { id } = await addCase({ db, now: createdAt }, rest)
  for (const event of events)
    await store.insertEvent(db, { ...event, id: newId<CaseEvent['id']>(), caseId: id })
}
