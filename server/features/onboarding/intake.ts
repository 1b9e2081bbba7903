import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import { captureLimit, type StepType } from '#contract/identity/session.ts'
import type { AttemptFor } from '#contract/kit/domain-events.ts'
import { Problem } from '#contract/kit/problem.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Actor, Ctx, UploadCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { OpenUpload } from '#server/platform/files/open-upload.ts'
import type { CapturedStep } from '#server/platform/ports/providers.ts'

interface CapturedFile {
  /** Opens the file, or leaves that for later. */
  open: OpenUpload
  clientId: UserId
  documentType: DocumentType
  attemptFor: AttemptFor
  /** The number that the picture was to show. */
  numberAsked?: string
}

interface Kept {
  documentId: DocumentId
  filename: string
}

/**
 * Checks a file and keeps it as a document of this client, together with what `remember` writes of it: all
 * in one transaction, or none of it. The document is locked before the conversation, as everywhere.
 */
export async function storeFile<A extends Actor, T>(
  ctx: UploadCtx<A>,
  { clientId, open, ...expected }: CapturedFile,
  remember: (step: Ctx<A>, kept: Kept) => Promise<T>,
): Promise<T> {
  const { ports, upload } = ctx
  if (upload.bytes.length > captureLimit) throw tooLarge()
  const opened = await open(ctx, upload.filename)
  const filename = sanitised(upload.filename) || `document.${endings[opened.fileType]}`
  const file = await ports.files.keep(upload.staged)
  const documentId = newId<DocumentId>()
  try {
    return await ctx.transaction(async (step) => {
      await step.publish('documentCaptured', {
        ...expected,
        ...opened,
        clientId,
        documentId,
        filename,
        file,
      })
      return remember(step, { documentId, filename })
    })
  } catch (error) {
    // After a connection lost at the commit nobody knows; then only the sweeper may decide.
    const isRolledBack = error instanceof Problem || sqlState(error) !== undefined
    if (isRolledBack) await ports.files.remove(file.key).catch(() => {})
    throw error
  }
}

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }

/** Letters, digits, dot and hyphen; anything else is an underscore (part 2, section 5). */
const sanitised = (filename: string) =>
  (filename.split(/[/\\]/).at(-1) ?? '').replace(/[^A-Za-z0-9.-]/g, '_').slice(-120)

const tooLarge = () =>
  new Problem('too_large', 'The file is too large. Please use a smaller file (max 5MB).', {
    reason: 'file_too_large',
  })

/** A step of which nothing was read yet. */
export const nothingKnown = (type: StepType): CapturedStep => ({
  type,
  documentId: null,
  result: null,
  issues: [],
  verdict: null,
  read: { fullName: null, dateOfBirth: null, documentNumber: null, expiryDate: null, address: null },
})

export const saveStep = async ({ db, ports }: Ctx, id: string, step: CapturedStep) =>
  ports.identity.captures?.saveStep(db, id, step)
