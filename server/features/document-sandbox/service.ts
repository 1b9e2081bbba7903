import type { documentSandbox } from '#contract/document-sandbox.ts'
import type { Input, Output } from '#contract/kit.ts'
import { londonDay } from '#contract/london.ts'
import { canTry } from '#contract/pages.ts'
import { Problem } from '#contract/problem.ts'
import type { DocumentType, Validation } from '#contract/validation.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import { findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Actor, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { bytesOf } from './image.ts'
import { picturesOf } from './pictures.ts'
import { resultOf } from './result.ts'

/** No provider can be configured yet: the portal's own inspector answers, and says so. */
export async function checkKey({ actor, ports }: Ctx): Promise<Output<typeof documentSandbox.checkKey>> {
  refuseOthers(actor, ports)
  return {
    valid: false,
    message: "No GBG key is configured. The firm's own inspector answers as the simulation.",
    usingSimulation: true,
  }
}

/** Before the file is received: whether this person may try, and has not tried too often. */
export async function admitTrial({ actor, ports }: MultiStepCtx) {
  refuseOthers(actor, ports)
  await ports.limits.count('upload', actor.id)
}

const refuseOthers = ({ role }: Actor, { isDemo }: Pick<Ctx['ports'], 'isDemo'>) => {
  if (role !== 'visitor' && canTry({ role }, { isDemo })) return
  throw new Problem('forbidden', "Your account doesn't have access to this.")
}

// A try must not keep a client's document waiting.
const limiter = openKeyedLimiter({ slots: 2, slotsPerKey: 1, queue: 16 })

/** Reads a file as an upload would be read, and keeps nothing of it but that it was tried. */
export function tryDocument(
  ctx: MultiStepCtx,
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

/** A client's file is compared with the client; the firm's people try files of anybody. */
const knownOf = async (read: MultiStepCtx['read'], { id }: Actor): Promise<Expectation['client']> => {
  const { firstName, lastName } = await getAccount(read, id)
  const { address, postalCode, dateOfBirth } = await findPersonalDetails(read, id)
  return { firstName, lastName, dateOfBirth, address, postcode: postalCode }
}
