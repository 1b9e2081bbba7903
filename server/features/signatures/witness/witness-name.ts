import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { holdersOf, isNameOf, type PersonName, wordsOf } from '#inspector/read/names.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { RequestRow } from '../store.ts'

/** Answered by the matters feature, since only it knows who is a party to a case. */
export interface PartyDependencies {
  partiesToDeed: (db: Db, deed: { matterId: MatterId; signerId: UserId }) => Promise<string[]>
}

/** Returns who can't witness a deed: its parties when it was sent, and those of its case now. */
export const partiesTo = async (
  { db }: Pick<Ctx, 'db'>,
  { parties, matterId, clientId }: RequestRow,
  { partiesToDeed }: PartyDependencies,
) =>
  matterId === null ? parties : [...parties, ...(await partiesToDeed(db, { matterId, signerId: clientId }))]

/** Returns the account's name of someone who is signed in here, which may be a party's. */
export const namesOfActor = async ({ db, actor }: Pick<Ctx, 'db' | 'actor'>) =>
  actor.role === 'visitor' || actor.key ? [] : [fullName(await getAccount(db, actor.id))]

/** Refuses a witness with the name of the signer or of a party. A party is a name, or a phrase that contains one. */
export function refuseName(name: string, signer: PersonName, parties: readonly string[]) {
  const words = wordsOf(name)
  if (words.length < 2) throw nameFault('name_incomplete', 'Please enter your first and last name.')
  if (isNameOf(name, signer))
    throw nameFault(
      'witness_is_signer',
      'This is the name of the person who is signing. The witness has to be someone else.',
    )
  if (isParty(name, parties))
    throw nameFault(
      'witness_is_party',
      'Someone with this name is a party to the deed. The witness must not be a party to it.',
    )
}

/** Whether this may be the name of a party, written in full, by initials or within a phrase. */
const isParty = (name: string, parties: readonly string[]) => {
  const words = wordsOf(name).join(' ')
  return parties.some(
    (party) =>
      [party, ...namesWithin(party)].some((own) => isNameOf(name, personOf(own))) ||
      ` ${wordsOf(party).join(' ')} `.includes(` ${words} `) ||
      fold(party) === fold(name),
  )
}

const personOf = (name: string): PersonName => {
  const words = wordsOf(name)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Returns what may be the names in "Kofi Mensah, of 3 Mill Lane, and Rosa Blum". */
const namesWithin = (phrase: string) =>
  phrase
    .split(/[,;()\n]|\bof\b/i)
    .flatMap((part) => holdersOf(part.trim()))
    .filter((part) => wordsOf(part).length > 1 && !/\d/.test(part))

const nameFault = (reason: string, words: string) =>
  new Problem('unprocessable', words, { reason, fields: { name: words } })

/** Whether one of these names, which were no party's when the witness gave theirs, is a party's now. */
export async function isPartyNow(
  ctx: Pick<Ctx, 'db'>,
  { request, names }: { request: RequestRow; names: readonly (string | null)[] },
  dependencies: PartyDependencies,
) {
  const parties = await partiesTo(ctx, request, dependencies)
  return names.some((name) => name !== null && isParty(name, parties))
}
