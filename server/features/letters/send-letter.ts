import type { DocumentId } from '#contract/documents/documents.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Letter, LetterId } from '#contract/letters/letters.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { listDeedParties, mattersOfTasks, visibleMatters } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findSentTo, sendWritten } from '#server/features/signatures/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { brokenConstraint, sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { type Attempt, attemptOf, holdKey, keyReused } from '#server/platform/http/idempotency.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { composeLetter, contentOf, pathOfLetter, type Requested, shownLetter } from './service.ts'
import * as store from './store.ts'

type Wanted = Requested<'send'>

/** Draws a letter and sends it: to be signed, or to be kept with the client's documents. */
export async function sendLetter(ctx: MultiStepCtx<Staff>, wanted: Wanted): Promise<Letter> {
  const { ports, actor } = ctx
  await ports.limits.count(uploadRate, actor.id)
  const attempt = attemptFor(ctx, wanted)
  const known = await findRepeated({ db: ctx.read, actor }, attempt)
  if (known) return known
  const isSigned = wanted.delivery === 'signature'
  const content = await ctx.transaction(async (step) => {
    const composed = await composeLetter(step, wanted)
    refuseUnlessCurrent(composed, wanted)
    return contentOf(step, composed, { isSigned })
  })
  const bytes = await ports.drawing.draw(content)
  const { pages } = await ports.inspector.accept(bytes, { filename: 'letter.pdf' })
  const file = await ports.files.put([bytes], { limit: bytes.length })
  try {
    return await ctx.transaction((step) => keepOnce(step, wanted, { file, pages, attempt }))
  } catch (error) {
    // After a connection lost at the commit, the outcome is unknown. Only the sweeper may then delete the file.
    if (error instanceof Problem || sqlState(error) !== undefined)
      await ports.files.remove(file.key).catch(() => {})
    throw brokenConstraint(error) === 'letters_idempotency' ? reused() : error
  }
}

const attemptFor = ({ caller }: Pick<Ctx, 'caller'>, wanted: Wanted) => {
  const { id, templateKey, templateVersion, recipientId, delivery, dataDigest, answers } = wanted
  const answered = JSON.stringify(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  // Not to name a step is another request than to name none.
  const step = wanted.taskId === undefined ? 'any' : wanted.taskId
  return attemptOf(
    caller,
    id,
    templateKey,
    templateVersion,
    recipientId,
    delivery,
    dataDigest,
    answered,
    step,
  )
}

/** Returns the letter that was sent under this key, as it is now. Throws if the key stands for another letter. */
async function findRepeated(
  { db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>,
  { idempotencyKey: key, requestHash }: Attempt,
): Promise<Letter | null> {
  const matters = visibleMatters(db, actor)
  const row = key === null ? null : await store.findByKey(db, matters, { senderId: actor.id, key })
  if (row === null) return null
  if (row.requestHash !== requestHash) throw reused()
  const states = await findSentTo(db, [row.documentId])
  return shownLetter(row, states.get(row.documentId) ?? 'sent')
}

const reused = () => keyReused('This request was already used for another letter. Please send it again.')

type Composed = Awaited<ReturnType<typeof composeLetter>>

/** Throws `conflict` unless the letter is still as it was read. */
function refuseUnlessCurrent(
  { template, dataDigest }: Composed,
  { templateVersion, dataDigest: read, delivery }: Wanted,
) {
  if (template.isRetired)
    throw new Problem('conflict', 'This template is no longer in use. Please choose another.', {
      reason: 'template_retired',
    })
  if (template.version !== templateVersion)
    throw new Problem(
      'conflict',
      'This template has changed. Please read the letter again before you send it.',
      {
        reason: 'template_changed',
      },
    )
  if (dataDigest !== read)
    throw new Problem('conflict', 'The case has changed. Please read the letter again before you send it.', {
      reason: 'case_changed',
    })
  if (template.kind === 'deed' && delivery === 'document') {
    const words = 'A deed has to be signed. Please send it for signature.'
    throw new Problem('invalid', words, { fields: { delivery: words } })
  }
}

interface Drawn {
  file: StoredFile
  pages: number
  attempt: Attempt
}

/** Saves a letter, or returns the one that the same request has saved meanwhile. */
async function keepOnce(ctx: Ctx<Staff>, wanted: Wanted, drawn: Drawn): Promise<Letter> {
  await holdKey(ctx.db, ctx.actor.id, drawn.attempt)
  const known = await findRepeated(ctx, drawn.attempt)
  if (known === null) return keepLetter(ctx, wanted, drawn)
  ctx.afterCommit(() => void ctx.ports.files.remove(drawn.file.key).catch(() => {}))
  return known
}

/**
 * Saves a letter. Composes it again, because the clients, and who may know of the matter, may have changed meanwhile.
 */
async function keepLetter(ctx: Ctx<Staff>, wanted: Wanted, drawn: Drawn): Promise<Letter> {
  const composed = await composeLetter(ctx, wanted)
  refuseUnlessCurrent(composed, wanted)
  const { template, recipient, file: matter } = composed
  const documentId = await deliver(ctx, composed, { ...drawn, ...wanted })
  const sender = await getAccount(ctx.db, ctx.actor.id)
  const row = {
    id: newId<LetterId>(),
    matterId: matter.id,
    clientId: recipient.id,
    recipient: recipient.name,
    documentId,
    templateKey: template.key,
    templateVersion: template.version,
    name: template.name,
    kind: template.kind,
    delivery: wanted.delivery,
    answers: wanted.answers,
    fileKey: drawn.file.key,
    fileSize: drawn.file.size,
    sha256: drawn.file.sha256,
    sentById: sender.id,
    sentBy: fullName(sender),
    ...drawn.attempt,
    createdAt: ctx.now,
  }
  await store.insert(ctx.db, row)
  await audit(ctx, 'letter.sent', {
    subjectId: recipient.id,
    details: {
      reference: matter.reference,
      name: template.name,
      version: String(template.version),
      delivery: wanted.delivery,
      documentId,
    },
  })
  await ctx.publish('matterDocumentChanged', { matterId: matter.id, senderId: sender.id, news: null })
  return shownLetter(row, 'open')
}

async function deliver(
  ctx: Ctx<Staff>,
  { template, recipient, file: matter }: Composed,
  { delivery, answers, taskId, file, pages }: Drawn & Pick<Wanted, 'delivery' | 'answers' | 'taskId'>,
): Promise<DocumentId> {
  const clientId = recipient.id
  const { name, kind } = template
  if (delivery === 'signature') {
    const isDeed = kind === 'deed'
    const written = {
      clientId,
      name,
      description: matter.title,
      matterId: matter.id,
      isDeed,
      // An answer may name a party, who is then not on the case.
      parties: isDeed ? Object.values(answers).filter(Boolean) : [],
      taskId,
      file,
      pages,
    }
    return (await sendWritten(ctx, written, { mattersOfTasks, listDeedParties })).documentId
  }
  const documentId = newId<DocumentId>()
  const filename = `${name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.pdf`
  const facts = { clientId, documentId, documentType: name, filename, pages, file }
  await ctx.publish('letterSent', { ...facts, fileType: 'application/pdf' })
  await recordActivity(ctx, clientId, {
    type: 'letter_sent',
    description: `We sent you a letter: ${name}`,
    metadata: { documentId },
  })
  await notify(ctx, clientId, {
    topic: 'documents',
    inMail: 'There is a letter for you to read.',
    title: 'A letter from us',
    body: `${name}: ${matter.title} (${matter.reference})`,
    link: pathOfLetter(documentId),
    matterId: matter.id,
  })
  return documentId
}
