import type { Db } from '#server/platform/db.ts'
import type { HeldRow, Holding } from '#server/platform/holdings.ts'

/** Every row that these tables hold of a client. */
export async function heldOf(db: Db, holdings: readonly Holding[], clientId: string) {
  const held: HeldRow[] = []
  for (const { rowsOf } of holdings) for await (const row of rowsOf(db, clientId)) held.push(row)
  return held
}
