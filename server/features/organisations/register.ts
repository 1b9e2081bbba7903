import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  companyNumberIn,
  type MatterOrganisation,
  type OrganisationFacts,
} from '#contract/organisations/organisations.ts'
import { self } from '#contract/organisations/ownership.ts'
import {
  type companyRegister as contract,
  differencesOf,
  type RegisterSettings,
  takeOver as takenOver,
} from '#contract/organisations/register.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import {
  claimByPassword,
  confirmChange,
  confirmPassword,
  hiddenMattersOf,
  listHoldersOf,
  nameOfActor,
  type ShownPassword,
} from '#server/features/accounts/service.ts'
import { notifyOthers } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { RegisteredCompany, RegisterFailure } from '#server/platform/ports/company-register.ts'
import { claimOrganisation, factsOf, getOrganisation, keepFacts, showOrganisation } from './service.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const lookUpRate: Limit = { name: 'companyRegister', points: 60, duration: 300 }
const place = 'company_register:key'

export async function showSettings({ db, ports }: Pick<Ctx, 'db' | 'ports'>): Promise<RegisterSettings> {
  const { name, fixedKey } = ports.companyRegister
  return { register: name, hasKey: (await findKey(db, ports)) !== null, isFixed: fixedKey !== null }
}

async function findKey(
  db: Db,
  { companyRegister, secrets }: Pick<Ctx['ports'], 'companyRegister' | 'secrets'>,
) {
  if (companyRegister.fixedKey !== null) return companyRegister.fixedKey
  const sealed = await store.findSealedSecret(db)
  return sealed && secrets.open(sealed, place)
}

export async function saveSettings(ctx: MultiStepCtx<Staff>, { key, currentPassword }: Requested<'save'>) {
  refuseFixed(ctx)
  const { name } = ctx.ports.companyRegister
  return keepKey(ctx, key, await confirmChange(ctx, currentPassword, `change the key of ${name}`))
}

export async function removeSecret(ctx: MultiStepCtx<Staff>, { password }: SecretRemoval) {
  refuseFixed(ctx)
  return keepKey(ctx, '', await confirmPassword(ctx, password, 'password'))
}

function refuseFixed({ ports }: Pick<Ctx, 'ports'>) {
  if (ports.companyRegister.fixedKey !== null)
    throw new Problem('conflict', 'The key was set where the portal was started. Please change it there.', {
      reason: 'set_at_start',
    })
}

/** An empty key removes the stored one. */
function keepKey(ctx: MultiStepCtx<Staff>, key: string, shown: ShownPassword) {
  const { name } = ctx.ports.companyRegister
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    if (key === '' && (await store.findSealedSecret(step.db)) === null) return showSettings(step)
    if (key === '') await store.removeKey(step.db)
    else await store.saveKey(step.db, step.ports.secrets.seal(key, place))
    const details = { register: name, isOn: String(key !== '') }
    await audit(step, 'company_register.changed', { subjectId: null, details })
    // The page of settings of others, and the buttons by which the register is asked.
    await step.invalidate(everyone, 'settings')
    await notifyOthers(step, await listHoldersOf(step.db, 'settings.manage'), {
      topic: 'account',
      title: `The key of ${name} has ${key === '' ? 'been removed' : 'changed'}`,
      body: `${await nameOfActor(step)} ${key === '' ? 'removed' : 'changed'} it. If you didn’t expect this, ask them at once.`,
      inMail: 'The portal’s key for the register of companies has changed.',
      link: `${pages.integrations}?tab=register`,
    })
    return showSettings(step)
  })
}

/** A company that has always existed. With a valid key, the register returns it or says that it is gone. */
const knownNumber = '00000006'

export async function testSettings(ctx: MultiStepCtx<Staff>, { key: typed }: Requested<'test'>) {
  const key = typed || (await findKey(ctx.read, ctx.ports))
  if (!key) {
    const words = 'Please enter the key first'
    throw new Problem('unprocessable', `${words}.`, { fields: { key: words }, reason: 'key_missing' })
  }
  await ctx.ports.limits.count(lookUpRate, ctx.actor.id)
  const answer = await ctx.ports.companyRegister.find(key, knownNumber)
  const { name } = ctx.ports.companyRegister
  if ('company' in answer || answer.failure === 'unknown_company')
    return { isGood: true, words: `${name} answers, and accepts the key.` }
  return { isGood: false, words: sentences[answer.failure](name) }
}

const sentences: Record<RegisterFailure, (register: string) => string> = {
  unknown_company: (register) => `${register} has no company with this number. Please check it.`,
  key_refused: (register) =>
    `${register} doesn’t accept the portal’s key. An administrator can change it under Integrations.`,
  too_many: (register) => `${register} has been asked too often. Please try again in a few minutes.`,
  unreachable: (register) => `${register} can’t be reached at the moment. Please try again later.`,
  unreadable: (register) =>
    `${register} answered in a way the portal doesn’t understand. Please enter the details yourself.`,
}

/** Looks up a company, outside any transaction. The extract is kept beside what was typed. */
export async function lookUp(ctx: MultiStepCtx<Staff>, at: Requested<'lookUp'>): Promise<MatterOrganisation> {
  const { party } = await ctx.transaction((step) => getOrganisation(step, at))
  const number = companyNumberIn(party.number)
  if (number === null)
    throw new Problem(
      'unprocessable',
      party.number === ''
        ? 'Please enter the company number first.'
        : `${party.number} isn’t a number at Companies House. Please check it.`,
      { reason: 'number_missing' },
    )
  const key = await findKey(ctx.read, ctx.ports)
  if (key === null)
    throw new Problem(
      'conflict',
      'The portal has no key for the register yet. Please enter the details yourself.',
      {
        reason: 'register_off',
      },
    )
  await ctx.ports.limits.count(lookUpRate, ctx.actor.id)
  const { companyRegister } = ctx.ports
  const answer = await companyRegister.find(key, number)
  if ('failure' in answer) {
    const { failure, retryAfter } = answer
    const code =
      failure === 'unknown_company' ? 'unprocessable' : failure === 'too_many' ? 'too_many' : 'unavailable'
    throw new Problem(code, sentences[failure](companyRegister.name), {
      reason: `register_${failure}`,
      ...(retryAfter !== null && { retryAfter }),
    })
  }
  return ctx.transaction((step) => keepExtract(step, at, { number, company: answer.company }))
}

interface Answered {
  /** The company number that was looked up. */
  number: string
  company: RegisteredCompany
}

async function keepExtract(ctx: Ctx<Staff>, at: Requested<'lookUp'>, { number, company }: Answered) {
  const { matter, party } = await claimOrganisation(ctx, at)
  if (companyNumberIn(party.number) !== number)
    throw new Problem('conflict', 'The company number has changed meanwhile. Please look it up again.', {
      reason: 'number_changed',
    })
  await store.insertExtract(ctx.db, {
    id: newId(),
    personId: party.personId,
    matterId: matter.id,
    register: ctx.ports.companyRegister.name,
    companyName: company.name,
    status: company.status,
    facts: factsFrom(company),
    at: ctx.now,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
  })
  await audit(ctx, 'organisation.looked_up', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, name: party.name, number: company.number },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  return showOrganisation(ctx, party)
}

const factsFrom = ({ kind, number, address, officers, owners }: RegisteredCompany): OrganisationFacts => ({
  kind,
  number,
  registeredAddress: address.slice(0, 300),
  officers: officers.slice(0, 60).map((officer) => ({ ...officer, name: officer.name.slice(0, 160) })),
  owners: owners.slice(0, 40).map(({ share, control, ...owner }, index) => ({
    ...owner,
    name: owner.name.slice(0, 160),
    key: `register-${index + 1}-${newId().slice(-8)}`,
    stakes: [{ of: self, share, control }],
  })),
})

export async function takeOver(
  ctx: Ctx<Staff>,
  { keys, ...at }: Requested<'takeOver'>,
): Promise<MatterOrganisation> {
  const { matter, party } = await claimOrganisation(ctx, at)
  const before = await store.findFacts(ctx.db, party.personId, hiddenMattersOf(ctx.db, ctx.actor))
  const { extract } = await showOrganisation(ctx, party)
  const facts = before && factsOf(before, party)
  const known = extract ? differencesOf(facts, extract).map(({ key }) => key) : []
  if (!extract || !keys.every((key) => known.includes(key)))
    throw new Problem('conflict', 'The entries have changed meanwhile. Please look at them again.', {
      reason: 'list_changed',
    })
  await keepFacts(
    ctx,
    { matter, party },
    {
      facts: takenOver(facts, extract, keys),
      register: extract.register,
      at: extract.at,
    },
  )
  await audit(ctx, 'organisation.taken_over', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, name: party.name, entries: keys.join(', ').slice(0, 500) },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  const number = facts?.number || extract.facts.number
  return showOrganisation(ctx, { ...party, number })
}
