import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { consent, nameDiffers, type signatures } from '#contract/signatures/signatures.ts'
import { type Witness, witnessStatement } from '#contract/signatures/witness.ts'
import { holdersOf, isNameOf, type PersonName } from '#inspector/read/names.ts'
import { findSessionBeginning, getAccount, type SessionBeginning } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Caller, Client, MultiStepCtx } from '#server/platform/ctx.ts'
import { genesis, type Happened, link, refuseForClosed, refuseUnlessOpen } from '../events.ts'
import * as store from '../store.ts'
import { digestOf, type Mark } from './read-mark.ts'

export type SignInput = Input<typeof signatures.create>

export type Plan = Awaited<ReturnType<typeof planOf>>

/**
 * Returns the current state of the document, and the events that this signature would add. Throws `conflict` if the
 * document is no longer open, is for a closed case, or is a deed without a witness, and `unprocessable` if the typed name is not the signer's
 * own: on a deed always, otherwise until they confirm it.
 */
export async function planOf(
  ctx: MultiStepCtx<Client>,
  input: SignInput,
  mark: Mark,
  witnessing: Witnessing | null = null,
) {
  const request = await store.get(ctx.read, ctx.actor.id, input.documentId)
  refuseUnlessOpen(request)
  await refuseForClosed(ctx.read, request)
  const [firm, account] = [await findFirm(ctx.read), await getAccount(ctx.read, ctx.actor.id)]
  const before = await store.listEvents(ctx.read, request.documentId)
  const head = before.at(-1)?.hash ?? genesis(request.documentId, request.sha256)
  const name = fullName(account)
  const signedAs = otherNameIn(mark.typedName, account)
  if (signedAs !== null && request.isDeed) throw differsOnDeed(name)
  if (signedAs !== null && !input.nameConfirmed) throw differs(name, signedAs)
  if (request.isDeed && witnessing === null) throw witnessNeeded()
  const authentication = authenticationWords[await beginningOf(ctx)]
  const happened = eventsOf(input, { mark, signedAs, pages: request.pages, authentication })
  const doer = { id: account.id, name }
  const at = witnessing?.signedAt ?? ctx.now
  const from = { now: at, caller: witnessing?.signedFrom ?? ctx.caller }
  const { documentId } = request
  const signed = link(from, happened, { documentId, head, number: before.length, doer })
  const added = witnessing ? [...signed, ...witnessedAfter(ctx, signed, witnessing)] : signed
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
    /** When the signer signed, which is before the witness. */
    at,
    witness: witnessing?.witness ?? null,
    hasConsented: input.consentVersion !== undefined,
  }
}

const differs = (ownName: string, typedName: string) => {
  const words = nameDiffers(ownName, typedName)
  return new Problem('unprocessable', words, { fields: { typedName: words }, reason: 'name_differs' })
}

/** For a deed: when and from where the signer signed, and the witness's signature. */
export interface Witnessing {
  signedAt: Date
  signedFrom: Pick<Caller, 'address' | 'agent'>
  witness: Witness & { mark: Mark }
}

/** Links what the witness did to the signer's events. */
function witnessedAfter(ctx: MultiStepCtx, signed: ReturnType<typeof link>, { witness }: Witnessing) {
  const last = signed.at(-1)
  if (!last) return []
  const { name, address, occupation, statement, mark } = witness
  const details = {
    name,
    address,
    occupation,
    method: mark.method,
    mark: digestOf(mark),
    version: witnessStatement.version,
    text: statement,
  }
  const { documentId, hash: head, number } = last
  return link(ctx, [{ kind: 'witnessed', details }], { documentId, head, number, doer: { id: null, name } })
}

/** On a deed the signer has to be beyond doubt, so another name is refused even if it is confirmed. */
const differsOnDeed = (ownName: string) => {
  const words = `This is a deed, so it has to be signed in your own name: ${ownName}.`
  return new Problem('unprocessable', words, { fields: { typedName: words }, reason: 'name_differs' })
}

const witnessNeeded = () =>
  new Problem('conflict', 'This is a deed. Please invite your witness before you sign.', {
    reason: 'witness_needed',
  })

/** Read from the session, since the account's current settings don't tell how this person signed in. */
const beginningOf = async ({ read, actor }: MultiStepCtx) => {
  const begunBy = await findSessionBeginning(read, actor.sessionId)
  if (begunBy === null) throw new Problem('unauthenticated', 'Please sign in.')
  return begunBy
}

const authenticationWords: Record<SessionBeginning, string> = {
  registration: 'Password, chosen in this session',
  password: 'Password',
  password_and_code: 'Password and authenticator code',
  passkey: 'Passkey',
  provider: "The firm's sign-in provider",
  provider_and_factor: "The firm's sign-in provider, with a second factor",
  provider_and_code: "The firm's sign-in provider and authenticator code",
  provider_and_recovery_code: "The firm's sign-in provider and recovery code",
  password_and_recovery_code: 'Password and recovery code',
  guest_code: 'Link and code of a guest',
}

const eventsOf = (
  { pagesSeen, consentVersion }: SignInput,
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

/**
 * Returns the typed name if it is not the signer's own. Null if it is, or if nothing was typed. Case, accents, order,
 * missing middle names and initials with the full surname make no difference. Another person's name beside it does.
 */
export const otherNameIn = (typedName: string | null, own: PersonName) => {
  if (typedName === null) return null
  const isOwn = holdersOf(typedName).length === 1 && isNameOf(typedName, own)
  return isOwn ? null : typedName
}
