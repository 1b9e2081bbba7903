import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { isOthers, type Party } from '#contract/matters/party.ts'
import {
  type OrganisationFacts,
  officerRoleNames,
  ownerChecks,
  type ProposedParty,
  runsIt,
} from '#contract/organisations/organisations.ts'
import { effectiveShares, isSameName, shareText } from '#contract/organisations/ownership.ts'
import { isFinished, taskState } from '#contract/tasks.ts'
import { getAccount, hiddenMattersOf, listClientsByName } from '#server/features/accounts/service.ts'
import { inviteParty, newCode } from '#server/features/guests/service.ts'
import { addParty } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { addTask, listTasks } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { factsOf, getOrganisation, type Requested } from './service.ts'
import * as store from './store.ts'

type Place = Requested<'proposed'>

/** Returns each owner of 25% or more and each director, once. */
export async function listProposed(ctx: Ctx<Staff>, place: Place): Promise<ProposedParty[]> {
  const { matter, parties, party } = await getOrganisation(ctx, place)
  const row = await store.findFacts(ctx.db, party.personId, hiddenMattersOf(ctx.db, ctx.actor))
  if (row === null) return []
  const client = fullName(await getAccount(ctx.db, matter.clientId))
  const isOnMatter = ({ name, kind }: Named) =>
    (kind === 'person' && isSameName(client, name)) ||
    parties.some((other) => !isOthers(other) && isSame(other, { name, kind }))
  const proposed: ProposedParty[] = []
  for (const found of namedIn(factsOf(row, party)))
    proposed.push({
      ...found,
      isParty: isOnMatter(found),
      clients: found.kind === 'person' ? await listClientsCalled(ctx, found.name) : [],
    })
  return proposed
}

type Named = Pick<ProposedParty, 'name' | 'kind'>
type Found = Named & Pick<ProposedParty, 'role' | 'reasons'>

const isSame = (party: Named, other: Named) =>
  party.kind === other.kind &&
  (party.kind === 'person'
    ? isSameName(party.name, other.name)
    : party.name.toLowerCase() === other.name.toLowerCase())

/** Returns owners and directors. Someone who is both is one person with two reasons. */
function namedIn({ owners, officers }: OrganisationFacts): Found[] {
  const found: Found[] = effectiveShares(owners)
    .filter(({ standing }) => standing !== 'below')
    .map(({ owner, share, ways, standing }) => {
      const controls = owner.stakes.flatMap(({ control }) => control || [])
      const held = share && (ways.at(-1)?.includes('=') ? ways.join('; ') : shareText(share))
      return {
        name: owner.name,
        kind: owner.kind,
        role: 'beneficial_owner',
        reasons: [
          ...(held ? [`${standing === 'maybe' ? 'Perhaps 25% or more' : 'Owner'}: ${held}`] : []),
          ...controls,
        ],
      }
    })
  for (const officer of officers.filter(runsIt)) {
    const known = found.find((other) => isSame(other, officer))
    if (known) known.reasons.push(officerRoleNames[officer.role])
    else
      found.push({
        name: officer.name,
        kind: officer.kind,
        role: 'director',
        reasons: [officerRoleNames[officer.role]],
      })
  }
  return found
}

/** Returns the clients with this name. Staff decide whether one of them is meant. */
async function listClientsCalled({ db, actor }: Ctx<Staff>, name: string) {
  const lastWord = name.trim().split(/\s+/).at(-1) ?? name
  const clients = (await listClientsByName(db, actor, lastWord)).filter((client) =>
    isSameName(fullName(client), name),
  )
  return Promise.all(
    clients.map(async (client) => {
      const tasks = await listTasks(db, client.id)
      const checks = tasks.filter(({ kind }) => isOwnerCheck(kind))
      return {
        id: client.id,
        name: fullName(client),
        email: client.email,
        checks: checks.map((check) => {
          const isGood = taskState(check) === 'Verified'
          const { title, completedAt } = check
          return { title, doneAt: isGood ? completedAt : null, isInReview: isFinished(check) && !isGood }
        }),
      }
    }),
  )
}

const isOwnerCheck = (kind: string) => ownerChecks.some((check) => check === kind)

const ownerTasks = [
  {
    kind: 'proof_of_identity',
    title: 'Upload proof of identity',
    description: 'Your passport, driving licence or identity card',
  },
  {
    kind: 'proof_of_address',
    title: 'Upload proof of address',
    description: 'Utility bill or bank statement from the last 3 months',
  },
] as const satisfies { kind: (typeof ownerChecks)[number]; title: string; description: string }[]

/**
 * Adds all of these people or none. Access codes are hashed before the transaction, because that is slow on purpose.
 */
export async function addParties(
  ctx: MultiStepCtx<Staff>,
  { people, ...place }: Requested<'addParties'>,
): Promise<{ added: number; guests: { name: string; access: Awaited<ReturnType<typeof inviteParty>> }[] }> {
  // By their place in the list, because two people may have one name.
  const codes = new Map<number, Awaited<ReturnType<typeof newCode>>>()
  for (const [index, { email, clientId }] of people.entries())
    if (email !== '' && clientId === null) codes.set(index, await newCode(ctx))
  return ctx.transaction(async (step) => {
    const { matter, party } = await getOrganisation(step, place)
    const proposed = await listProposed(step, place)
    const guests = []
    for (const [index, wanted] of people.entries()) {
      const found = expectProposed(proposed, wanted.name)
      const added = await add(step, { ...found, ...wanted, detail: detailOf(found, party), place })
      if (wanted.clientId !== null) await askInAccount(step, wanted.clientId)
      const code = codes.get(index)
      if (!code || found.kind === 'organisation') continue
      const access = await inviteParty(
        step,
        { id: place.id, partyId: added.id, documents: [...ownerTasks] },
        code,
      )
      guests.push({ name: wanted.name, access })
    }
    await audit(step, 'organisation.parties_added', {
      subjectId: matter.clientId,
      details: {
        reference: matter.reference,
        name: party.name,
        people: people.map(({ name }) => name).join(', '),
      },
    })
    return { added: people.length, guests }
  })
}

/** Asks someone who has an account for the checks that they were never asked for. The checks that they have count. */
async function askInAccount(ctx: Ctx<Staff>, clientId: UserId) {
  const known = await listTasks(ctx.db, clientId)
  const missing = ownerTasks.filter(({ kind }) => !known.some((task) => task.kind === kind))
  if (missing.length === 0) return
  for (const { kind, title, description } of missing)
    await addTask(ctx, { clientId, kind, category: 'documents', title, description, dueOn: null })
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: 'There’s something new for you to do',
    body: missing.map(({ title }) => title).join(', '),
    link: pages.dashboard,
    inMail: 'There’s something new for you to do.',
  })
}

/** Returns the proposed party. Throws `conflict` if the list has changed since the page was loaded. */
function expectProposed(proposed: readonly ProposedParty[], name: string): ProposedParty {
  const found = proposed.find((other) => other.name === name)
  if (found && !found.isParty) return found
  throw new Problem(
    'conflict',
    found
      ? `${name} is on this case already. Please look at the list again.`
      : `${name} is no longer listed as an owner or director. Please look at the list again.`,
    { reason: 'list_changed' },
  )
}

type Wanted = Found & Requested<'addParties'>['people'][number] & { detail: string; place: Place }

const add = (ctx: Ctx<Staff>, { place, role, kind, name, email, detail, clientId }: Wanted) =>
  addParty(ctx, {
    id: place.id,
    role,
    kind,
    name,
    email,
    detail,
    phone: '',
    number: '',
    ...(clientId !== null && { clientId }),
  })

const detailOf = ({ reasons }: ProposedParty, { name }: Party) =>
  `${name}: ${reasons.join(', ')}`.slice(0, 200)
