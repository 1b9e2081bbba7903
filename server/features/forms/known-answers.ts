import type { UserId } from '#contract/accounts/accounts.ts'
import type { Draft, FormType, KnownDetails } from '#contract/forms/forms.ts'
import { nameInNormalCase } from '#contract/kit/names.ts'
import { findDeclaredAt, findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'

export interface KnownAnswersDependencies {
  /** Returns where the client has said that the money comes from, in the words they chose, or null. */
  findFundsSource: (db: Db, clientId: UserId) => Promise<string | null>
}

/** Returns what the client has said elsewhere in the portal and this form asks too, for the page to suggest. */
export async function findKnownAnswers(
  { db, actor }: Ctx<Client>,
  form: FormType,
  { findFundsSource }: KnownAnswersDependencies,
): Promise<Pick<Draft, 'known' | 'fundsSource'>> {
  if (form === 'client_questionnaire') return { known: await knownOf(db, actor.id) }
  if (form !== 'risk_assessment') return {}
  const fundsSource = await findFundsSource(db, actor.id)
  return fundsSource === null ? {} : { fundsSource }
}

/** Returns the details that the client has given so far, anywhere in the portal. */
async function knownOf(db: Db, clientId: UserId): Promise<KnownDetails> {
  const { fullName, dateOfBirth, address } = await findPersonalDetails(db, clientId)
  const { phone } = await getAccount(db, clientId)
  const name = fullName && nameInNormalCase(fullName)
  return { fullName: name, dob: dateOfBirth, address, phone, at: await findDeclaredAt(db, clientId) }
}
