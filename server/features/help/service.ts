import type { Guide, GuideAudience, GuideEntry, help } from '#contract/help.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { guideAt } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { allGuides, type GuideSection, withTargets } from './guides.ts'

export type { GuideSection } from './guides.ts'

export const listGuides = async ({ actor }: Pick<Ctx, 'actor'>): Promise<GuideEntry[]> =>
  guidesFor(actor).map(({ guide: { blocks: _, ...entry } }) => entry)

/** Returns a guide. Throws `not_found` for one that is for another audience, and removes links to such guides. */
export async function showGuide(
  { actor }: Pick<Ctx, 'actor'>,
  { id }: Input<typeof help.guide>,
): Promise<Guide> {
  const own = guidesFor(actor)
  const found = own.find(({ guide }) => guide.id === id)
  if (!found) throw new Problem('not_found', actor.role === 'visitor' ? signInFirst : noGuide)
  const isOwn = (to: string) => {
    const name = guideAt(to)
    return name === null || own.some(({ guide }) => guide.id === name)
  }
  const blocks = found.guide.blocks.map((block) => withTargets(block, (to) => (isOwn(to) ? to : null)))
  return { ...found.guide, blocks }
}

/** Returns the sections of all guides for one audience. `audienceOf` returns the audience of a user. */
export const sectionsFor = (audience: GuideAudience): GuideSection[] =>
  allGuides()
    .filter(({ guide }) => readBy[audience].includes(guide.audience))
    .flatMap(({ sections }) => sections)

export const audienceOf = (actor: Actor): GuideAudience => {
  if (actor.role === 'visitor' || actor.role === 'client' || actor.lacksSecondFactor) return 'everyone'
  return may(actor.roles, 'settings.manage') ? 'administrators' : 'firm'
}

const guidesFor = (actor: Actor) =>
  allGuides().filter(({ guide }) => readBy[audienceOf(actor)].includes(guide.audience))

const noGuide = "We couldn't find that guide."
const signInFirst = `${noGuide} Some are only for people who work at the firm: please sign in first.`

const readBy: Record<GuideAudience, readonly GuideAudience[]> = {
  everyone: ['everyone'],
  firm: ['everyone', 'firm'],
  administrators: ['everyone', 'firm', 'administrators'],
}
