import type { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { notRead } from '#inspector/documents/verdict.ts'
import { likenessOf, refuseSamePicture } from './likeness.ts'
import type { InspectionContext } from './record-verdict.ts'
import { removeInfected } from './removal.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/**
 * Opens what was taken unopened. Answers the verdict on a file that would have been refused, else null; one in
 * which a virus is found is gone.
 */
export async function openTaken(
  { ports, transaction }: InspectionContext,
  document: DocumentRow,
  bytes: Uint8Array,
): Promise<Validation | null> {
  try {
    const { filename } = document
    const { pages, hasActiveContent, fingerprint } = await ports.inspector.accept(bytes, { filename })
    const likeness = likenessOf({ ...document, fingerprint })
    await transaction(({ db }) =>
      store.update(db, document.id, { isOpened: true, pages, hasActiveContent, ...likeness }),
    )
    await transaction(({ db }) => refuseSamePicture(db, { ...document, ...likeness }))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error
    if (error.reason === 'malware_found')
      await transaction((ctx) => removeInfected(ctx, document.id, error.message))
    return notRead({}, [], [error.message])
  }
}
