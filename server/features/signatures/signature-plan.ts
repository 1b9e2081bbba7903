import { createHash } from 'node:crypto'
import type { Input } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import { consent, nameDiffers, type Signature, type signatures } from '#contract/signatures.ts'
import { findSessionBeginning, getAccount, type SessionBeginning } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import { genesis, type Happened, link } from './chain.ts'
import { refuseUnlessOpen } from './events.ts'
import { otherNameIn } from './other-name.ts'
import { pictureOf } from './picture.ts'
import * as store from './store.ts'

export type Asked = Input<typeof signatures.create>

/** How it was signed: one of the two, both binding alike. */
export interface Mark {
  method: Signature['method']
  picture: Buffer | null
  typedName: string | null
}

export async function markOf(
  { ports }: Pick<MultiStepCtx, 'ports'>,
  { signatureData, typedName = '' }: Asked,
): Promise<Mark> {
  if (signatureData) return { method: 'drawn', picture: await pictureOf(signatureData), typedName: null }
  const missing = await ports.drawing.missingLetters(typedName)
  if (missing.length > 0) throw cannotPrint(missing)
  return { method: 'typed', picture: null, typedName }
}

/** A signature of empty boxes would be nobody's. */
const cannotPrint = (missing: string[]) => {
  const words = `We cannot print ${missing.slice(0, 3).join(' ')} here. Please draw your signature instead, or type your name in Latin letters.`
  return new Problem('unprocessable', words, { fields: { typedName: words }, reason: 'letters_missing' })
}

export type Plan = Awaited<ReturnType<typeof planOf>>

/** What stands when the work begins, and the events that this signature would add. */
export async function planOf(ctx: MultiStepCtx, asked: Asked, mark: Mark) {
  const request = await store.get(ctx.read, ctx.actor.id, asked.documentId)
  refuseUnlessOpen(request)
  const [firm, account] = [await findFirm(ctx.read), await getAccount(ctx.read, ctx.actor.id)]
  const before = await store.listEvents(ctx.read, request.documentId)
  const head = before.at(-1)?.hash ?? genesis(request.documentId, request.sha256)
  const name = `${account.firstName} ${account.lastName}`
  const signedAs = otherNameIn(mark.typedName, account)
  if (signedAs !== null && !asked.nameConfirmed) throw differs(name, signedAs)
  const authentication = authenticationWords[await beginningOf(ctx)]
  const happened = eventsOf(asked, { mark, signedAs, pages: request.pages, authentication })
  const doer = { id: account.id, name }
  const added = link(ctx, happened, { documentId: request.documentId, head, number: before.length, doer })
  return {
    request,
    firm,
    account,
    name,
    signedAs,
    authentication,
    before,
    head,
    added,
    hasConsented: asked.consentVersion !== undefined,
  }
}

const differs = (ownName: string, typedName: string) => {
  const words = nameDiffers(ownName, typedName)
  return new Problem('unprocessable', words, { fields: { typedName: words }, reason: 'name_differs' })
}

/** What the account is set to now says nothing of how this person came in. */
const beginningOf = async ({ read, actor }: MultiStepCtx) => {
  const begunBy = await findSessionBeginning(read, actor.sessionId)
  if (begunBy === null) throw new Problem('unauthenticated', 'Please sign in.')
  return begunBy
}

const authenticationWords: Record<SessionBeginning, string> = {
  registration: 'Password, chosen in this session',
  password: 'Password',
  password_and_code: 'Password and authenticator code',
  password_and_recovery_code: 'Password and recovery code',
}

const eventsOf = (
  { pagesSeen, consentVersion }: Asked,
  {
    mark,
    signedAs,
    pages,
    authentication,
  }: { mark: Mark; signedAs: string | null; pages: number; authentication: string },
): Happened[] => [
  ...(pagesSeen === undefined
    ? []
    : [{ kind: 'pages_seen' as const, details: { pages: `${Math.min(pagesSeen, pages)} of ${pages}` } }]),
  ...(consentVersion === undefined
    ? []
    : [{ kind: 'consented' as const, details: { version: consentVersion, text: consent.text } }]),
  {
    kind: 'signed',
    details: {
      method: mark.method,
      mark: digestOf(mark),
      authentication,
      ...(signedAs !== null && { signedAs }),
    },
  },
]

/** What the signature itself comes to: its picture, or the typed name. */
export const digestOf = ({ picture, typedName }: Pick<Mark, 'picture' | 'typedName'>) =>
  createHash('sha256')
    .update(picture ?? typedName ?? '')
    .digest('hex')
