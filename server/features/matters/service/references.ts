import { londonDay } from '#contract/kit/london.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listTaken } from '../imported/store.ts'
import { insertNumber } from '../store.ts'

/**
 * Returns the next reference of the year: `HR-2026-00012`. References that an imported case has already, and those in
 * `reserved`, are passed over.
 */
export async function nextReference(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  reserved: ReadonlySet<string> = new Set(),
): Promise<string> {
  const { name } = await findFirm(db)
  const year = londonDay(now).slice(0, 4)
  for (;;) {
    const number = await insertNumber(db, Number(year))
    const reference = `${initialsOf(name)}-${year}-${String(number).padStart(5, '0')}`
    if (!reserved.has(reference) && (await listTaken(db, [reference])).length === 0) return reference
  }
}

/** Returns the initials of a firm: "Hartley & Rowe" → `HR`. */
const initialsOf = (firm: string) =>
  (firm.match(/\p{L}+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4) || 'C'
