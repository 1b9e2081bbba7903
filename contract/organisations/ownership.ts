import { z } from 'zod'
import { atMost, line } from '../kit/endpoint.ts'
import { foldName } from '../kit/text.ts'
import { PersonKind } from '../matters/party.ts'

/** The share from which the firm counts somebody as a beneficial owner, in percent. */
export const ownerPercent = 25

/** A percentage of the shares, the capital or the trust. A register often knows only the band. */
const shareWords = 'Please enter a share such as 40 or 25-50'
const percentOf = z.number(shareWords).min(0, shareWords).max(100, shareWords)
export const Share = z
  .strictObject({ from: percentOf, to: percentOf })
  .refine(({ from, to }) => from <= to && to > 0, shareWords)
export type Share = z.infer<typeof Share>

/** Unique within one organisation. `self` is the organisation itself. */
export const OwnerKey = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const self = 'self'

/** What an owner holds of the organisation itself or of another of its owners. */
export const Stake = z.strictObject({
  of: OwnerKey,
  /** Null for control without a share. */
  share: Share.nullable(),
  /** Any other control: "Appoints and removes directors". */
  control: line(200),
})
export type Stake = z.infer<typeof Stake>

export const Owner = z.strictObject({
  key: OwnerKey,
  name: line(160, 'Please enter the name of this owner'),
  kind: PersonKind,
  /** The number of an organisation at Companies House, or at its own register. */
  number: line(20),
  stakes: z
    .array(Stake)
    .min(1, 'Please say what this owner holds')
    .max(10, atMost('Please keep to 10 stakes')),
})
export type Owner = z.infer<typeof Owner>

export interface OwnershipFault {
  /** The field at fault: `owners.1.stakes.0.share`. */
  field: string
  words: string
}

/** Returns a sentence for everything about these owners that cannot be true. */
export function faultsOfOwners(owners: readonly Owner[]): OwnershipFault[] {
  const known = new Set([self, ...owners.map(({ key }) => key)])
  const faults: OwnershipFault[] = []
  owners.forEach((owner, at) => {
    if (owner.key === self || owners.findIndex(({ key }) => key === owner.key) < at)
      faults.push({ field: `owners.${at}.name`, words: 'This owner is listed twice' })
    owner.stakes.forEach((stake, place) => {
      const fault = faultOfStake(owners, { owner, stake, known, place })
      if (fault !== null)
        faults.push({ field: `owners.${at}.stakes.${place}.${fault.part}`, words: fault.words })
    })
  })
  // Paths can be counted only if the owners form no circle.
  return faults.length > 0 ? faults : [...faultsOfSums(owners), ...faultsOfWays(owners)]
}

interface Placed {
  owner: Owner
  stake: Stake
  known: ReadonlySet<string>
  place: number
}

function faultOfStake(owners: readonly Owner[], { owner, stake, known, place }: Placed) {
  const { of, share, control } = stake
  if (!known.has(of)) return { part: 'of', words: 'Please choose what this owner holds' }
  if (owners.some(({ key, kind }) => key === of && kind === 'person'))
    return { part: 'of', words: 'A person can’t be owned. Please choose an organisation' }
  if (owner.stakes.findIndex((other) => other.of === of) < place)
    return { part: 'of', words: 'This stake is listed twice. Please add the shares together' }
  if (share === null && control === '')
    return { part: 'share', words: 'Please enter the share, or how they control it' }
  const circle = circleFrom(owners, owner.key, of)
  return circle && { part: 'of', words: `This goes round in a circle: ${circle.join(' owns ')}` }
}

/** Returns the names on the path from an owner back to itself, or null if there is none. */
function circleFrom(owners: readonly Owner[], start: string, of: string): string[] | null {
  const find = (key: string) => owners.find((owner) => owner.key === key)
  const seen = new Set<string>()
  const walk = (key: string, way: string[]): string[] | null => {
    const owner = find(key)
    if (!owner || seen.has(key)) return null
    seen.add(key)
    const names = [...way, owner.name]
    if (key === start) return names
    for (const stake of owner.stakes) {
      const circle = walk(stake.of, names)
      if (circle !== null) return circle
    }
    return null
  }
  return walk(of, [find(start)?.name ?? ''])
}

/** The most paths down to the organisation that can still be explained. Each stake of an owner's owner doubles them. */
const mostWays = 24

function faultsOfWays(owners: readonly Owner[]): OwnershipFault[] {
  const counts = new Map<string, number>([[self, 1]])
  const count = (key: string): number => {
    const known = counts.get(key)
    if (known !== undefined) return known
    const stakes = owners.find((owner) => owner.key === key)?.stakes ?? []
    const all = stakes.reduce((total, { of }) => total + count(of), 0)
    counts.set(key, all)
    return all
  }
  const at = owners.findIndex(({ key }) => count(key) > mostWays)
  if (at < 0) return []
  const words = `There are more than ${mostWays} ways down from this owner. Please leave out the smallest stakes`
  return [{ field: `owners.${at}.name`, words }]
}

/** Groups the stakes by what they are held in. */
const stakesIn = (owners: readonly Owner[]) =>
  Map.groupBy(
    owners.flatMap((owner, at) =>
      owner.stakes.flatMap(({ of, share }, place) => (share ? [{ of, share, at, place }] : [])),
    ),
    ({ of }) => of,
  )

const leastOf = (stakes: readonly { share: Share }[]) =>
  percent(stakes.reduce((total, { share }) => total + share.from, 0))

/**
 * Returns the owners whose holders' shares overlap, as with joint holders: a register gives each of them the band of
 * the whole.
 */
export const overlapsOf = (owners: readonly Owner[]) =>
  [...stakesIn(owners)].flatMap(([of, stakes]) => {
    const atLeast = leastOf(stakes)
    return atLeast > 100 ? [{ of, atLeast }] : []
  })

/** Only exact shares can be added up. */
function faultsOfSums(owners: readonly Owner[]): OwnershipFault[] {
  return [...stakesIn(owners)].flatMap(([of, held]) => {
    const stakes = held.filter(({ share }) => share.from === share.to)
    const sum = leastOf(stakes)
    const last = stakes.at(-1)
    if (sum <= 100 || !last) return []
    const name = of === self ? 'this organisation' : (owners.find(({ key }) => key === of)?.name ?? 'it')
    return [
      {
        field: `owners.${last.at}.stakes.${last.place}.share`,
        words: `The shares of ${name} come to ${sum}%. They can’t be more than 100%`,
      },
    ]
  })
}

export interface EffectiveShare {
  owner: Owner
  /** The share of the organisation itself, through all paths together. Null if no path has a known share. */
  share: Share | null
  /** The calculation of each path: "60% of 50% = 30%". */
  ways: string[]
  /** Whether they hold 25% or more: `owner` for certain, `maybe`, or `below`. Control without a share counts too. */
  standing: 'owner' | 'maybe' | 'below'
}

/** Returns each owner's effective share of the organisation. The owners must have no faults. */
export function effectiveShares(owners: readonly Owner[]): EffectiveShare[] {
  const find = (key: string) => owners.find((owner) => owner.key === key)
  /** Returns each path from an owner down to the organisation, as the shares along it. */
  const waysOf = (owner: Owner): (Share | null)[][] =>
    owner.stakes.flatMap(({ of, share }) => {
      if (of === self) return [[share]]
      const next = find(of)
      return next ? waysOf(next).map((rest) => [share, ...rest]) : []
    })
  return owners.map((owner) => {
    const all = waysOf(owner)
    const known = all.filter((way): way is Share[] => way.every((share) => share !== null))
    const products = known.map(multiply)
    const share = products.length === 0 ? null : sum(products)
    const hasControl = owner.stakes.some(({ control }) => control !== '')
    return {
      owner,
      share,
      ways: wordsOfWays(known, products, share),
      standing: standingOf(share, hasControl),
    }
  })
}

const standingOf = (share: Share | null, hasControl: boolean): EffectiveShare['standing'] => {
  if (hasControl || (share !== null && share.from >= ownerPercent)) return 'owner'
  return share !== null && share.to >= ownerPercent ? 'maybe' : 'below'
}

function wordsOfWays(ways: Share[][], products: Share[], total: Share | null): string[] {
  if (total === null) return []
  const words = ways.map((way, at) => {
    const product = products[at]
    return way.length === 1 || !product
      ? way.map(shareText).join('')
      : `${way.map(shareText).join(' of ')} = ${shareText(product)}`
  })
  if (products.length === 1) return words
  return [...words, `${products.map(shareText).join(' + ')} = ${shareText(total)}`]
}

const multiply = (way: readonly Share[]): Share => ({
  from: percent(way.reduce((part, { from }) => (part * from) / 100, 100)),
  to: percent(way.reduce((part, { to }) => (part * to) / 100, 100)),
})

const sum = (shares: readonly Share[]): Share => ({
  from: Math.min(100, percent(shares.reduce((total, { from }) => total + from, 0))),
  to: Math.min(100, percent(shares.reduce((total, { to }) => total + to, 0))),
})

/** Two decimal places are enough for any share, and make 0.1 + 0.2 equal 0.3. */
const percent = (value: number) => Math.round(value * 100) / 100

/** Writes a share as `40%` or `25–50%`. */
export const shareText = ({ from, to }: Share) => (from === to ? `${from}%` : `${from}–${to}%`)

/** Parses a typed share: `40`, `33.3%`, `25-50`. Returns null if it is not one. */
export function shareIn(typed: string): Share | null {
  const [, from, to] =
    /^(\d{1,3}(?:\.\d{1,4})?)%?(?:\s*(?:-|–|to)\s*(\d{1,3}(?:\.\d{1,4})?)%?)?$/.exec(typed.trim()) ?? []
  if (from === undefined) return null
  const share = Share.safeParse({ from: Number(from), to: Number(to ?? from) })
  return share.success ? share.data : null
}

/** Returns the percentage of the organisation that no owner accounts for, or null if shares are known only roughly. */
export function unnamedPercent(owners: readonly Owner[]): number | null {
  const shares = owners.flatMap(({ stakes }) =>
    stakes.filter(({ of }) => of === self).map(({ share }) => share),
  )
  if (shares.some((share) => share !== null && share.from !== share.to)) return null
  return percent(100 - shares.reduce((total, share) => total + (share?.from ?? 0), 0))
}

/** Whether two names can belong to the same person. Titles, middle names and accents are ignored. */
export const isSameName = (name: string, other: string) => {
  const [a, b] = [wordsOfName(name), wordsOfName(other)]
  return a[0] !== undefined && a[0] === b[0] && a.at(-1) === b.at(-1)
}

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'sir', 'dame', 'lord', 'lady', 'prof'])
const wordsOfName = (name: string) =>
  foldName(name)
    .split(/[\s.,]+/)
    .filter((word) => word !== '' && !titles.has(word))
