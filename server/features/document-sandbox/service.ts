import type { documentSandbox } from '#contract/document-sandbox.ts'
import { megabytes, smallUploadLimit } from '#contract/documents/documents.ts'
import type { DocumentType, Validation } from '#contract/documents/validation.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { canUseSandbox } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Accepted } from '#inspector/accept.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import type { Inspector } from '#inspector/inspector.ts'
import { findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Actor, Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { resultOf } from './result.ts'

/** No provider can be configured yet: the portal's own inspector checks the documents, and the response says so. */
export async function checkKey({
  actor,
  ports,
}: Ctx<Member>): Promise<Output<typeof documentSandbox.checkKey>> {
  refuseOthers(actor, ports)
  return {
    valid: false,
    message: "No GBG key is configured. The firm's own inspector answers as the simulation.",
    usingSimulation: true,
  }
}

/** Runs before the file is received: checks that the user may try the inspector, and has not tried too often. */
export async function admitTrial({ actor, ports }: MultiStepCtx<Member>) {
  refuseOthers(actor, ports)
  await ports.limits.count(uploadRate, actor.id)
}

const refuseOthers = ({ role }: Actor, { isDemo }: Pick<Ctx['ports'], 'isDemo'>) => {
  if (role !== 'visitor' && canUseSandbox({ role }, { isDemo })) return
  throw new Problem('forbidden', "Your account doesn't have access to this.")
}

// Keeps trials from delaying clients' documents.
const limiter = openKeyedLimiter({ slots: 2, slotsPerKey: 1, queue: 16 })

/** Reads a file like an upload, and stores nothing but the fact that it was tried. */
export function tryDocument(
  ctx: MultiStepCtx<Member>,
  { documentType, imageData }: Input<typeof documentSandbox.run>,
) {
  return limiter(ctx.actor.id, async (): Promise<Output<typeof documentSandbox.run>> => {
    const { validation, pictures } = await readWhole(ctx, { documentType, imageData })
    const result = resultOf(validation, newId())
    const { referenceId, status } = result
    await ctx.transaction((step) =>
      audit(step, 'document.tried', { details: { referenceId, documentType, status } }),
    )
    return { documentType, result, usingSimulation: true, pictures }
  })
}

async function readWhole(
  ctx: MultiStepCtx,
  { documentType, imageData }: Pick<Input<typeof documentSandbox.run>, 'documentType' | 'imageData'>,
) {
  const { inspector } = ctx.ports
  const bytes = bytesOf(imageData)
  const { kind } = await inspector.accept(bytes, { filename: '' })
  const validation: Validation = await inspector.inspect(bytes, await expectationOf(ctx, documentType))
  return { validation, pictures: await picturesOf(inspector, { bytes, kind, validation }) }
}

const expectationOf = async (
  { read, actor, now }: MultiStepCtx,
  documentType: DocumentType,
): Promise<Expectation> => ({
  expectedTypes: [documentType],
  today: londonDay(now),
  client: actor.role === 'client' ? await knownOf(read, actor) : null,
})

/** A client's file is compared with the client's details. The firm's people may try anybody's files. */
const knownOf = async (
  read: MultiStepCtx<Member>['read'],
  { id }: Member,
): Promise<Expectation['client']> => {
  const { firstName, lastName } = await getAccount(read, id)
  const { address, postalCode, dateOfBirth } = await findPersonalDetails(read, id)
  return { firstName, lastName, dateOfBirth, address, postcode: postalCode }
}

/** Base64 writes three bytes as four letters. The rest of the body is a few words. */
export const largestBody = megabytes(8)

const dataUrl = /^data:[\w.+/-]{0,80};base64,/

/** The bytes of a data URL. Throws `Problem` 400 for anything else, 413 above 5 MB. */
export const bytesOf = (imageData: string): Buffer => {
  const head = dataUrl.exec(imageData)?.[0]
  if (head === undefined) throw notAnImage()
  const letters = imageData.slice(head.length)
  if (letters.length > (smallUploadLimit / 3) * 4 + 4) throw tooLarge()
  const bytes = Buffer.from(letters, 'base64')
  // Node skips characters that are not Base64, so the decoded file could differ from the one that was sent.
  if (bytes.toString('base64') !== letters) throw notAnImage()
  if (bytes.length > smallUploadLimit) throw tooLarge()
  return bytes
}

const notAnImage = () =>
  new Problem('invalid', "We couldn't read that file. Please upload a JPG, PNG, or PDF file.", {
    fields: { imageData: 'Please upload a JPG, PNG, or PDF file' },
  })

const tooLarge = () =>
  new Problem('too_large', 'File too large: Maximum file size is 5MB.', {
    fields: { imageData: 'Maximum file size is 5MB' },
    reason: 'file_too_large',
  })

type Pictures = Output<typeof documentSandbox.run>['pictures']

const width = 1000
const pagesAtMost = 4

interface Seen {
  bytes: Uint8Array
  kind: Accepted['kind']
  validation: Validation
}

/** Returns pictures of the pages where something was read, turned upright, so that the regions match. */
const picturesOf = async (inspector: Inspector, { bytes, kind, validation }: Seen): Promise<Pictures> => {
  // The verdict is valid even if its pictures fail.
  const orNone = (making: Promise<Pictures[number]>) => making.then((picture) => [picture]).catch(() => [])
  if (kind !== 'pdf') return orNone(asPicture(1, 'image/jpeg', inspector.imagePreview(bytes, { width })))
  const made: Pictures = []
  for (const page of pagesOf(validation))
    made.push(...(await orNone(asPicture(page, 'image/png', inspector.renderPage(bytes, page, { width })))))
  return made
}

const pagesOf = ({ metadata: { regions } }: Validation) =>
  [...new Set([1, ...regions.map(({ page }) => page)])].toSorted((a, b) => a - b).slice(0, pagesAtMost)

const asPicture = async (page: number, type: string, made: Promise<Uint8Array>) => ({
  page,
  image: `data:${type};base64,${Buffer.from(await made).toString('base64')}`,
})
