import { DocumentType } from '#contract/documents/validation.ts'
import { londonDay } from '#contract/kit/london.ts'
import { documentTypesFor } from '#contract/tasks.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import { findPersonalDetails, getAccount, guestsAmong, namesOf } from '#server/features/accounts/service.ts'
import { getTask, listSharers } from '#server/features/tasks/service.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DocumentRow } from './store.ts'

/** What a document is compared with: what its task asks for, and what is known of its client. */
export async function expectationOf(
  { read, now }: Pick<MultiStepCtx, 'read' | 'now'>,
  { clientId, taskId, documentType }: DocumentRow,
): Promise<Expectation> {
  const { firstName, lastName } = await getAccount(read, clientId)
  const { address, postalCode, dateOfBirth } = await findPersonalDetails(read, clientId)
  const task = taskId && (await getTask(read, clientId, taskId))
  const said = DocumentType.safeParse(documentType).data
  return {
    expectedTypes: (task && documentTypesFor[task.kind]) ?? (said ? [said] : []),
    today: londonDay(now),
    client: {
      firstName,
      lastName,
      dateOfBirth,
      address,
      postcode: postalCode,
      ...(await sharersOf(read, { clientId, taskId })),
    },
  }
}

/** Who has tasks of a matter together with this client, and whether this is one of them. A guest is no client. */
async function sharersOf(db: Db, { clientId, taskId }: Pick<DocumentRow, 'clientId' | 'taskId'>) {
  const sharers = await listSharers(db, clientId)
  const ids = [...new Set(sharers.map((sharer) => sharer.clientId))]
  const guests = await guestsAmong(db, ids)
  const names = await namesOf(
    db,
    ids.filter((id) => !guests.has(id)),
  )
  const jointClients = [...names.values()].map(({ firstName, lastName }) => ({ firstName, lastName }))
  return { jointClients, isShared: sharers.some((sharer) => sharer.taskId === taskId) }
}
