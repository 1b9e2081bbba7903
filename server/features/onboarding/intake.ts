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
  /** Opens the file now or leaves that for later. */
  open: OpenUpload
  clientId: UserId
  documentType: DocumentType
  attemptFor: AttemptFor
  /** The number that the person was asked to hold up. */
  numberAsked?: string
}

interface Kept {
  documentId: DocumentId
  filename: string
}

/**
 * Checks a file and stores it as a document of this client, together with what `remember` writes about it, in one
 * transaction. The document is locked before the conversation, as everywhere. Throws `file_too_large`.
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
    // If the connection was lost at the commit, it may have succeeded. Then only the sweeper may delete the file.
    const isRolledBack = error instanceof Problem || sqlState(error) !== undefined
    if (isRolledBack) await ports.files.remove(file.key).catch(() => {})
    throw error
  }
}

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }

/**
 * Returns the end of the file's name, with all but letters, digits, dots and hyphens as underscores (part 2, section
 * 5).
 */
const sanitised = (filename: string) =>
  (filename.split(/[/\\]/).at(-1) ?? '').replace(/[^A-Za-z0-9.-]/g, '_').slice(-120)

const tooLarge = () =>
  new Problem('too_large', 'The file is too large. Please use a smaller file (max 5MB).', {
    reason: 'file_too_large',
  })

/** Returns a step with nothing read yet. */
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
