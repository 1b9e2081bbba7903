import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party, PartyId } from '#contract/matters/party.ts'
import {
  companyNumberIn,
  type organisations as contract,
  type Filing,
  faultsOfFacts,
  type MatterOrganisation,
  type OrganisationFacts,
  type RegisterExtract,
} from '#contract/organisations/organisations.ts'
import { hiddenMattersOf, nameOfActor } from '#server/features/accounts/service.ts'
import { claimPartyOf, getPartiesOf, isOnMatter, updateNumber } from '#server/features/matters/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { ExtractRow, FactsRow, FilingRow } from './store.ts'
import * as store from './store.ts'

export type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export async function listOrganisations(ctx: Ctx<Staff>, { id }: Requested<'list'>) {
  const { parties } = await getPartiesOf(ctx, id)
  const all = parties.filter(({ kind }) => kind === 'organisation')
  const ids = all.map(({ personId }) => personId)
  const hidden = hiddenMattersOf(ctx.db, ctx.actor)
  const facts = await store.listFacts(ctx.db, ids, hidden)
  const filings = await store.listFilings(ctx.db, ids, hidden)
  const extracts = await store.listExtracts(ctx.db, ids, hidden)
  const hasRegister = await hasKey(ctx)
  return all.map((party) =>
    shown(party, {
      row: facts.find(({ personId }) => personId === party.personId) ?? null,
      filings: filings.filter(({ personId }) => personId === party.personId),
      extract: extracts.find(({ personId }) => personId === party.personId) ?? null,
      hasRegister,
    }),
  )
}

interface Kept {
  row: FactsRow | null
  filings: FilingRow[]
  extract: ExtractRow | null
  hasRegister: boolean
}

const hasKey = async ({ db, ports }: Ctx) =>
  ports.companyRegister.fixedKey !== null || (await store.findSealedSecret(db)) !== null

const shown = (party: Party, { row, filings, extract, hasRegister }: Kept): MatterOrganisation => ({
  partyId: party.id,
  name: party.name,
  role: party.role,
  number: party.number,
  facts: row && factsOf(row, party),
  source: row && {
    kind: row.register === '' ? 'typed' : 'register',
    by: row.byName,
    at: row.at,
    register: row.register,
  },
  filings: filings.map(shownFiling),
  extract: extract && isOfNumber(extract, party) ? shownExtract(extract) : null,
  canLookUp: hasRegister && companyNumberIn(party.number) !== null,
})

/** Returns whether an extract is of the party's number. Another number is another organisation. */
const isOfNumber = ({ facts }: ExtractRow, { number }: Pick<Party, 'number'>) =>
  companyNumberIn(facts.number) === companyNumberIn(number)

const shownExtract = ({ register, at, byName, companyName, status, facts }: ExtractRow): RegisterExtract => ({
  register,
  at,
  by: byName,
  name: companyName,
  status,
  facts,
})

export const factsOf = (
  { kind, registeredAddress, officers, owners }: FactsRow,
  { number }: Pick<Party, 'number'>,
): OrganisationFacts => ({ kind, number, registeredAddress, officers, owners })

export const shownFiling = ({ id, filename, fileSize, byName, at }: FilingRow): Filing => ({
  id,
  filename,
  size: fileSize,
  by: byName,
  at,
})

/** An organisation on a matter that this person may see. Throws `not_found` for any other party. */
export async function getOrganisation(ctx: Ctx<Staff>, { id, partyId }: { id: MatterId; partyId: PartyId }) {
  const { matter, parties } = await getPartiesOf(ctx, id)
  const party = parties.find((candidate) => candidate.id === partyId)
  return { matter, parties, party: expectOrganisation(party) }
}

/** The same, with the matter locked for the rest of the transaction. */
export async function claimOrganisation(ctx: Ctx<Staff>, place: { id: MatterId; partyId: PartyId }) {
  const { matter, party } = await claimPartyOf(ctx, place)
  return { matter, party: expectOrganisation(party) }
}

function expectOrganisation(party: Party | undefined): Party {
  if (party?.kind === 'organisation') return party
  throw new Problem('not_found', "We couldn't find that organisation.")
}

/** Saves what someone has typed, with their name and the time. Earlier versions are kept. */
export async function saveOrganisation(
  ctx: Ctx<Staff>,
  { id, partyId, ...wanted }: Requested<'save'>,
): Promise<MatterOrganisation> {
  const { matter, party } = await claimOrganisation(ctx, { id, partyId })
  const facts = inOneWriting(wanted)
  await keepFacts(ctx, { matter, party }, { facts, register: '', at: ctx.now })
  await audit(ctx, 'organisation.saved', {
    subjectId: matter.clientId,
    details: {
      reference: matter.reference,
      name: party.name,
      officers: facts.officers.map(({ name }) => name).join(', '),
      owners: facts.owners.map(({ name }) => name).join(', '),
    },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  return showOrganisation(ctx, { ...party, number: facts.number })
}

const inOneWriting = (facts: OrganisationFacts): OrganisationFacts => {
  const isRegistered = facts.kind === 'company' || facts.kind === 'llp'
  return { ...facts, number: (isRegistered && companyNumberIn(facts.number)) || facts.number }
}

interface NewFacts {
  facts: OrganisationFacts
  register: string
  at: Date
}

/** Saves a new version. Throws `invalid` with a sentence for each impossible detail. */
export async function keepFacts(
  ctx: Ctx<Staff>,
  { matter, party }: { matter: { id: MatterId }; party: Party },
  { facts, register, at }: NewFacts,
) {
  const fields = faultsOfFacts(facts)
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  const { number, ...rest } = facts
  await updateNumber(ctx.db, party.personId, number)
  await store.insertFacts(ctx.db, {
    ...rest,
    id: newId(),
    personId: party.personId,
    matterId: matter.id,
    register,
    at,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
  })
}

export const showOrganisation = async (ctx: Ctx<Staff>, party: Party) => {
  const hidden = hiddenMattersOf(ctx.db, ctx.actor)
  return shown(party, {
    row: await store.findFacts(ctx.db, party.personId, hidden),
    filings: await store.listFilings(ctx.db, [party.personId], hidden),
    extract: (await store.listExtracts(ctx.db, [party.personId], hidden))[0] ?? null,
    hasRegister: await hasKey(ctx),
  })
}

/** Deletes an organisation that is on no matter any more, and its filings. The sweeper deletes their files. */
export async function forgetOrganisation({ db }: Ctx, { personId }: DomainEvents['partyRemoved']) {
  if (!(await isOnMatter(db, personId))) await store.removeAllOf(db, personId)
}
