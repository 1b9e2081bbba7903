import { z } from 'zod'
import { CurrentPassword } from '../accounts/accounts.ts'
import { atMost, command, line, read, replace } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { PartyId } from '../matters/party.ts'
import { removesSecret } from '../secret-removal.ts'
import { MatterOrganisation, OrganisationFacts, type RegisterExtract } from './organisations.ts'
import { isSameName, type Owner, type Share, self, shareText } from './ownership.ts'

export const RegisterSettings = z.strictObject({
  /** "Companies House". */
  register: z.string(),
  hasKey: z.boolean(),
  /** It was configured at start-up and cannot be changed here. */
  isFixed: z.boolean(),
})
export type RegisterSettings = z.infer<typeof RegisterSettings>

const ofParty = z.strictObject({ id: MatterId, partyId: PartyId })
const managing = { audience: 'firm', action: 'settings.manage' } as const
const running = { audience: 'firm', action: 'matters.run' } as const

export const companyRegister = {
  show: read('/api/firm/company-register', {
    output: RegisterSettings,
    ...managing,
    summary: 'Whether the portal can ask the register of companies',
  }),
  save: replace('/api/firm/company-register', {
    /** An empty key removes the stored one, as pages from before `removeSecret` ask for. */
    input: z.strictObject({ key: line(200), currentPassword: CurrentPassword }),
    output: RegisterSettings,
    ...managing,
    summary: 'Saves the key of the register; it is kept encrypted and never shown again',
  }),
  test: command('/api/firm/company-register/test', {
    /** If left out, the stored key is tested. */
    input: z.strictObject({ key: line(200).optional() }),
    output: z.strictObject({ isGood: z.boolean(), words: z.string() }),
    ...managing,
    summary: 'Tests a key of the register without saving it',
  }),
  removeSecret: removesSecret('/api/firm/company-register', RegisterSettings, 'the register'),
  lookUp: command('/api/firm/cases/:id/organisations/:partyId/register', {
    input: ofParty,
    output: MatterOrganisation,
    ...running,
    summary: 'Asks the register about an organisation by its number; nothing that was typed changes',
  }),
  takeOver: replace('/api/firm/cases/:id/organisations/:partyId/register', {
    input: ofParty.extend({
      /** The keys of differences to copy. */
      keys: z
        .array(z.string().max(300))
        .min(1, 'Please choose at least one entry')
        .max(200, atMost('Please keep to 200 entries')),
    }),
    output: MatterOrganisation,
    ...running,
    summary: 'Takes entries of the register over into what is kept of an organisation',
  }),
}

export interface Difference {
  /** Stays the same as long as neither side changes. */
  key: string
  label: string
  /** Null if only the register has it. */
  typed: string | null
  /** Null if the register does not list it. */
  register: string | null
}

const blank: OrganisationFacts = {
  kind: 'company',
  number: '',
  registeredAddress: '',
  officers: [],
  owners: [],
}

/** Returns the differences between the register and the stored facts, each of which a user may copy. */
export const differencesOf = (facts: OrganisationFacts | null, extract: RegisterExtract): Difference[] =>
  changesOf(facts ?? blank, extract).map(({ apply: _, ...difference }) => difference)

/** Returns the facts with the register's entries of these keys copied into them. */
export function takeOver(
  facts: OrganisationFacts | null,
  extract: RegisterExtract,
  keys: readonly string[],
): OrganisationFacts {
  const start = facts ?? { ...blank, kind: extract.facts.kind, number: extract.facts.number }
  return changesOf(facts ?? blank, extract)
    .filter(({ key }) => keys.includes(key))
    .reduce((changed, { apply }) => apply(changed), start)
}

interface Change extends Difference {
  apply: (facts: OrganisationFacts) => OrganisationFacts
}

const changesOf = (facts: OrganisationFacts, { facts: register }: RegisterExtract): Change[] => [
  ...addressChange(facts, register),
  ...officerChanges(facts, register),
  ...ownerChanges(facts, register),
]

const plainAddress = (address: string) => address.toLowerCase().replace(/[^a-z0-9]/g, '')

const addressChange = (
  { registeredAddress: typed }: OrganisationFacts,
  { registeredAddress }: OrganisationFacts,
): Change[] =>
  registeredAddress === '' || plainAddress(registeredAddress) === plainAddress(typed)
    ? []
    : [
        {
          key: 'address',
          label: 'Registered address',
          typed: typed || null,
          register: registeredAddress,
          apply: (facts) => ({ ...facts, registeredAddress }),
        },
      ]

function officerChanges({ officers }: OrganisationFacts, register: OrganisationFacts): Change[] {
  const added = register.officers.filter(
    (officer) => !officers.some((other) => isSameOfficer(officer, other)),
  )
  const gone = officers.filter((officer) => !register.officers.some((other) => isSameOfficer(officer, other)))
  return [
    ...added.map((officer) => ({
      key: `officer+${officer.role} ${officer.name}`,
      label: titleOf(officer.role),
      typed: null,
      register: officer.name,
      apply: (facts: OrganisationFacts) => ({ ...facts, officers: [...facts.officers, officer] }),
    })),
    ...gone.map((officer) => ({
      key: `officer-${officer.role} ${officer.name}`,
      label: titleOf(officer.role),
      typed: officer.name,
      register: null,
      apply: (facts: OrganisationFacts) => ({
        ...facts,
        officers: facts.officers.filter((other) => !isSameOfficer(officer, other)),
      }),
    })),
  ]
}

const titleOf = (role: string) =>
  role === 'member' ? 'LLP member' : role.charAt(0).toUpperCase() + role.slice(1)

type Officer = OrganisationFacts['officers'][number]
const isSameOfficer = (officer: Officer, other: Officer) =>
  officer.role === other.role && isSameName(officer.name, other.name)

const directOf = (owner: Owner) => owner.stakes.find(({ of }) => of === self) ?? null
const isSameOwner = (owner: Owner, other: Owner) =>
  owner.kind === other.kind && isSameName(owner.name, other.name)

/** A register does not list owners of less than 25%, so they are no difference. */
function ownerChanges({ owners }: OrganisationFacts, register: OrganisationFacts): Change[] {
  const listed = register.owners.flatMap((owner) => changeOfListed(owners, owner))
  const gone = owners.filter(
    (owner) =>
      (directOf(owner)?.share?.from ?? 0) >= 25 &&
      !register.owners.some((other) => isSameOwner(owner, other)),
  )
  return [
    ...listed,
    ...gone.map((owner) => ({
      key: `owner-${owner.key}`,
      label: 'Owner',
      typed: `${owner.name}, ${stakeWords(owner)}`,
      register: null,
      apply: (facts: OrganisationFacts) => ({ ...facts, owners: withoutStake(facts.owners, owner.key) }),
    })),
  ]
}

function changeOfListed(owners: readonly Owner[], listed: Owner): Change[] {
  const typed = owners.find((owner) => isSameOwner(owner, listed))
  const stake = directOf(listed)
  if (!stake) return []
  if (!typed)
    return [
      {
        key: `owner+${listed.name}`,
        label: 'Owner',
        typed: null,
        register: `${listed.name}, ${stakeWords(listed)}`,
        apply: (facts) => ({ ...facts, owners: [...facts.owners, listed] }),
      },
    ]
  const own = directOf(typed)
  if (own && agrees(own.share, stake.share)) return []
  return [
    {
      key: `share ${typed.key}`,
      label: `Share of ${typed.name}`,
      typed: own ? stakeWords(typed) : null,
      register: stakeWords(listed),
      apply: (facts) => ({
        ...facts,
        owners: facts.owners.map((owner) =>
          owner.key === typed.key
            ? { ...owner, stakes: [...owner.stakes.filter(({ of }) => of !== self), stake] }
            : owner,
        ),
      }),
    },
  ]
}

/** An exact share within the register's band is no difference. */
const agrees = (typed: Share | null, register: Share | null) =>
  register === null || (typed !== null && typed.from >= register.from && typed.to <= register.to)

const stakeWords = (owner: Owner) => {
  const stake = directOf(owner)
  return stake ? [stake.share && shareText(stake.share), stake.control].filter(Boolean).join(', ') : ''
}

/** Removes an owner's direct stake, and then every owner who holds nothing any more. */
const withoutStake = (owners: readonly Owner[], key: string): Owner[] => {
  const left = owners
    .map((owner) =>
      owner.key === key ? { ...owner, stakes: owner.stakes.filter(({ of }) => of !== self) } : owner,
    )
    .filter(({ stakes }) => stakes.length > 0)
  const keys = new Set(left.map((owner) => owner.key))
  return left
    .map((owner) => ({ ...owner, stakes: owner.stakes.filter(({ of }) => of === self || keys.has(of)) }))
    .filter(({ stakes }) => stakes.length > 0)
}
