import { type ConnectionName, type ConnectionSettings, secretsOf } from '#contract/connections.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { closedAddresses, closedAddressIn } from '#server/platform/connections/closed-address.ts'
import { kindOf } from '#server/platform/connections/kinds.ts'

type Texts = Record<string, string>

/** Separates secrets from values that may be shown. Empty secrets are in neither. */
export function parted(name: ConnectionName, settings: ConnectionSettings | null) {
  const [secret, plain]: [Texts, Texts] = [{}, {}]
  for (const [field, value] of Object.entries(settings ?? {})) {
    if (field === 'name' || value === undefined) continue
    if (!(field in secretsOf[name])) plain[field] = value
    else if (value !== '') secret[field] = value
  }
  return { secret, plain }
}

/**
 * Fills in stored secrets where the field was left blank and nothing that the secret is bound to has changed. Returns
 * the settings and which secrets were filled in.
 */
export function withKept(typed: ConnectionSettings, kept: ConnectionSettings | null) {
  const { name } = typed
  const [now, before]: [Partial<Texts>, Partial<Texts>] = [typed, kept ?? {}]
  const isSame = (field: string) => (now[field] ?? '') === (before[field] ?? '')
  const taken: Texts = {}
  for (const [field, bound] of Object.entries(secretsOf[name])) {
    const isBlank = (now[field] ?? '') === ''
    // A new certificate has its own password, so the stored one is not used.
    const isOfNew = name === 'seal' && field === 'password' && (now['certificate'] ?? '') !== ''
    if (isBlank && !isOfNew && bound.every(isSame) && before[field]) taken[field] = before[field]
  }
  return { settings: { ...typed, ...taken }, taken: Object.keys(taken) }
}

export async function refuseFaulty(settings: ConnectionSettings, kept: ConnectionSettings | null) {
  refuseClosedAddress(settings)
  const { name } = settings
  const found = kindOf(name).faults(settings)
  // If a stored secret was dropped because what it is bound to has changed, the message says so.
  const words = (field: string, fault: string) =>
    kept && field in secretsOf[name] && parted(name, kept).secret[field]
      ? `${fault}: what it belongs to has changed`
      : fault
  const faults = { ...(Object.keys(found).length === 0 && (await fileFaults(settings))), ...found }
  const fields = Object.entries(faults).map(([field, fault]) => [`settings.${field}`, words(field, fault)])
  if (fields.length > 0) throw invalidFields(Object.fromEntries(fields))
}

function refuseClosedAddress(settings: ConnectionSettings) {
  const field = closedAddressIn(settings)
  if (field === null) return
  const words =
    'The portal doesn’t connect to this address. Please check it; for this machine itself, enter 127.0.0.1.'
  throw new Problem('unprocessable', words, {
    fields: { [`settings.${field}`]: words },
    reason: 'address_refused',
  })
}

/** Returns faults that only show when the file is opened. Makes no network request. */
async function fileFaults(settings: ConnectionSettings): Promise<Texts> {
  const field = ({ seal: 'certificate', timeStamps: 'certificates' } as Partial<Texts>)[settings.name]
  if (field === undefined) return {}
  try {
    const note = { answered: () => {}, failed: () => {} }
    await kindOf(settings.name).open(settings, { note, guard: closedAddresses })
    return {}
  } catch (fault) {
    const words = (fault as Error).message
    return { [words.startsWith('The password') ? 'password' : field]: words }
  }
}
