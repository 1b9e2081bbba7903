import { londonDay } from '#contract/kit/london.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { insertNumber } from '../store.ts'

/** The next reference of the year: `HR-2026-00012`. */
export async function nextReference({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const { name } = await findFirm(db)
  const year = londonDay(now).slice(0, 4)
  const number = await insertNumber(db, Number(year))
  return `${initialsOf(name)}-${year}-${String(number).padStart(5, '0')}`
}

/** Returns the initials of a firm: "Hartley & Rowe" → `HR`. */
const initialsOf = (firm: string) =>
  (firm.match(/\p{L}+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4) || 'C'
