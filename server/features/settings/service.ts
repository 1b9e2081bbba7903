import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { telephoneOver } from '#contract/kit/telephone.ts'
import type { settings as contract, Firm, FirmSettings, KeptSettings } from '#contract/settings.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { mergeChanges } from '#server/platform/concurrency/merge-changes.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { everyone } from '#server/platform/events/bus.ts'
import * as store from './store.ts'

export {
  claim as claimFirm,
  find as findFirm,
  findFact,
  getSecret,
  hasFirm,
  save as saveFirm,
  saveFact,
} from './store.ts'

/**
 * The name of the fact that stores the sign-in provider's display name. Its value is empty while the provider is off.
 */
export const signOnName = 'sign_on_name'

export async function showFirm({ db, ports }: Pick<Ctx, 'db' | 'ports'>): Promise<Firm> {
  const { name, regulator, telephone, hours, email, postalAddress, complaintsTo, vatNumber, ...rest } =
    await store.find(db)
  const { expectedReply, timeZone, holidays } = rest
  const { isDemo, isSecure } = ports
  const named = await store.findFact(db, signOnName)
  return {
    name,
    regulator,
    telephone,
    hours,
    email,
    postalAddress,
    complaintsTo,
    vatNumber,
    expectedReply,
    timeZone,
    holidays,
    isDemo,
    isSecure,
    sendsEmail: ports.mail.kind === 'smtp',
    needsSetup: !isDemo && !(await store.hasFirm(db)),
    signOn: (named === '' ? null : ports.signOn.fixed?.name) ?? (named || null),
  }
}

export async function showSettings({ db }: Pick<Ctx<Staff>, 'db'>): Promise<KeptSettings> {
  const { isOnly: _, vatNumber, ...facts } = { isOnly: true, ...(await store.find(db)) }
  return { ...facts, vatNumber: vatNumber ?? '' }
}

/**
 * Saves the settings. All open pages refetch, because every page shows the firm's details. Throws `conflict` for what a
 * colleague has changed meanwhile too.
 */
export async function saveSettings(ctx: Ctx<Staff>, { basedOn, ...changed }: Input<typeof contract.save>) {
  await store.hold(ctx.db)
  const before = await showSettings(ctx)
  const typed = basedOn ? mergeSettings(changed, basedOn, before) : changed
  const telephone = telephoneOver(before.telephone, typed.telephone, { field: 'telephone' })
  const wanted = { ...typed, telephone }
  await store.save(ctx.db, { ...wanted, vatNumber: wanted.vatNumber || null })
  const names = Object.keys(wanted) as (keyof FirmSettings)[]
  const fields = names.filter((name) => wanted[name] !== before[name]).join(', ')
  if (fields !== '') await audit(ctx, 'settings.changed', { details: { fields } })
  await ctx.invalidate(everyone, 'settings')
  return showSettings(ctx)
}

/** Returns the settings with what the person left as it was taken from the stored ones, so that nobody undoes them. */
function mergeSettings(wanted: FirmSettings, basedOn: FirmSettings, stored: FirmSettings): FirmSettings {
  const names = Object.keys(wanted) as (keyof FirmSettings)[]
  const parts = names.map((name) => [name])
  const { merged, clashing } = mergeChanges({ basedOn, stored, wanted }, parts)
  if (clashing.length === 0) return merged
  const fields = Object.fromEntries(clashing.flat().map((name) => [name, changedSince]))
  throw new Problem('conflict', changedSince, { fields, reason: 'settings_changed' })
}

const changedSince =
  'Someone has changed this since you opened the page. Please make a note of your change and reload the page.'
