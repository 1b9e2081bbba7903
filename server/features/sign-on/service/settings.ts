import type { SignOnSettings } from '#contract/sign-on.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignOnConnection } from '#server/platform/ports/providers.ts'
import * as store from '../store.ts'

export type Settings = Omit<SignOnSettings, 'clientSecret' | 'issuer' | 'clientId'> & {
  connection: SignOnConnection
  /** Whether the connection was set when the portal was started. */
  isFixed: boolean
}

const nothing: Omit<store.ProviderRow, 'isOn'> = {
  isOnly: true,
  name: '',
  issuer: '',
  clientId: '',
  sealedSecret: null,
  joining: 'invited',
  groupsClaim: 'groups',
  scopes: '',
  groupRoles: [],
  trustsEmail: false,
  trustsSecondFactor: false,
  acrValues: '',
}

/** Returns how staff sign in by a provider. What was set at the start takes precedence. */
export async function findSettings(
  db: Db,
  { signOn: { fixed }, secrets }: Pick<Ctx['ports'], 'signOn' | 'secrets'>,
): Promise<Settings> {
  const row = (await store.find(db)) ?? { ...nothing, isOn: fixed !== null }
  const { isOnly: _, issuer, clientId, sealedSecret, ...kept } = row
  if (fixed) {
    const { name, ...connection } = fixed
    return { ...kept, name, connection, isFixed: true }
  }
  const clientSecret = sealedSecret && secrets.open(sealedSecret, placeOf({ issuer, clientId }))
  return { ...kept, connection: { issuer, clientId, clientSecret }, isFixed: false }
}

/** The context that a secret is sealed for, so that no other provider is ever sent it. */
export const placeOf = ({ issuer, clientId }: Pick<SignOnConnection, 'issuer' | 'clientId'>) =>
  `sign_on:${issuer}:${clientId}`
