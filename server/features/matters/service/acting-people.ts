import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import type { ActingPerson } from '#contract/matters/facts.ts'
import {
  absences,
  actingForEach,
  feeEarnersOf,
  linesOf,
  photographsOf,
} from '#server/features/accounts/service.ts'
import { type Db, readAtOnce } from '#server/platform/db/database.ts'
import type { MatterRow } from '../store.ts'

type InCharge = Pick<MatterRow, 'feeEarnerId' | 'supervisorId'>

/**
 * If no fee earner is set for a case, fills in the person responsible for its client, unless the case is restricted.
 */
export async function withFeeEarners(db: Db, rows: readonly MatterRow[]): Promise<MatterRow[]> {
  const isUnnamed = ({ feeEarnerId, isRestricted }: MatterRow) => feeEarnerId === null && !isRestricted
  const unnamed = rows.filter(isUnnamed)
  const feeEarners = await feeEarnersOf(
    db,
    unnamed.map(({ clientId }) => clientId),
  )
  return rows.map((row) =>
    isUnnamed(row) ? { ...row, feeEarnerId: feeEarners.get(row.clientId) ?? null } : row,
  )
}

/** Returns the people who act in each matter, with their direct line and their cover while they are away. */
export async function actingPeopleOf(db: Db, rows: readonly InCharge[]) {
  const ids = [...new Set(rows.flatMap(({ feeEarnerId, supervisorId }) => [feeEarnerId, supervisorId]))]
  const inCharge = ids.filter((id) => id !== null)
  const [away, acting, photographs] = await readAtOnce(db, [
    (on) => absences.listOf(on, inCharge),
    (on) => actingForEach(on, inCharge),
    (on) => photographsOf(on, inCharge),
  ])
  const people = await linesOf(db, [...inCharge, ...acting.values()])
  const shown = (id: UserId | null, role: ActingPerson['role']): ActingPerson[] => {
    const person = id && people.get(id)
    if (!person) return []
    const absence = away.get(id)
    // The cover may be away too, and then it is the cover's own cover who acts.
    const actingId = acting.get(id)
    const cover = actingId && people.get(actingId)
    return [
      {
        name: fullName(person),
        photographId: photographs.get(id) ?? null,
        role,
        phone: person.phone,
        away:
          absence && cover
            ? { until: absence.backOn, cover: { name: fullName(cover), phone: cover.phone } }
            : null,
      },
    ]
  }
  return ({ feeEarnerId, supervisorId }: InCharge) => [
    ...shown(feeEarnerId, 'fee_earner'),
    ...(supervisorId === feeEarnerId ? [] : shown(supervisorId, 'supervisor')),
  ]
}
