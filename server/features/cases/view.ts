import type { Case, CaseEvent, CaseFile, FirmCase } from '#contract/cases.ts'
import { nameOf } from '#contract/firm.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { CaseRow, EventRow, Owners } from './store.ts'
import * as store from './store.ts'

export const caseOf = (row: CaseRow): Case => {
  const { id, title, reference, status, type, priority, description, reason, createdAt, closedAt } = row
  return {
    id,
    title,
    reference,
    status,
    type,
    priority,
    description,
    reason,
    move: moveOf(row),
    createdAt,
    closedAt,
  }
}

const moveOf = ({ whose, thirdParty, nextStep, movedAt }: CaseRow): Case['move'] =>
  whose === null || nextStep === null || movedAt === null
    ? null
    : { whose, thirdParty, nextStep, since: movedAt }

const eventOf = ({ id, kind, at, byName, isOfFirm, words, whose, thirdParty }: EventRow): CaseEvent => ({
  id,
  kind,
  at,
  by: { name: byName, isOfFirm },
  words,
  move: whose === null ? null : { whose, thirdParty },
})

export async function fileOf(db: Db, owners: Owners, id: Case['id']): Promise<CaseFile> {
  const row = await store.get(db, owners, id)
  return { ...caseOf(row), events: (await store.listEvents(db, [row.id])).map(eventOf) }
}

/** With whose case it is. */
export const forFirm = async (db: Db, rows: CaseRow[]): Promise<FirmCase[]> => {
  const names = await namesOf(
    db,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map((row) => {
    const client = names.get(row.clientId)
    return { ...caseOf(row), client: { id: row.clientId, name: client ? nameOf(client) : '' } }
  })
}
