import { type GuideAudience, type GuidePassage, type guideSearch, passagesAtMost } from '#contract/help.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { audienceOf, type GuideSection, sectionsFor } from '#server/features/help/service.ts'
import { actorIdOf, type MultiStepCtx } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Article } from '../articles.ts'
import { openSearch } from '../search.ts'

const guideRate: Limit = { name: 'guideSearch', points: 120, duration: 300 }

/**
 * Returns the sections of the guides that answer a question, best first. No text is generated, and the question is not
 * stored.
 */
export async function searchGuides(
  { actor, caller, ports }: MultiStepCtx,
  { question }: Input<typeof guideSearch.find>,
): Promise<GuidePassage[]> {
  await ports.limits.count(guideRate, actorIdOf(actor) ?? caller.address)
  return passagesOn(question, audienceOf(actor))
}

/** Share of the best score from which another section is shown too. Sections that fit far less would mislead. */
const near = 0.35

/** Returns the passages of the guides for this audience that answer a question. */
function passagesOn(question: string, audience: GuideAudience): GuidePassage[] {
  const { search, sections } = indexFor(audience)
  const known = search(question).filter(({ isKnown }) => isKnown)
  const best = known[0]?.score ?? 0
  return known
    .filter(({ score }) => score >= near * best)
    .slice(0, passagesAtMost)
    .flatMap(({ passage }) => {
      const section = sections.get(passage.id)
      return section ? [passageOf(section)] : []
    })
}

const passageOf = ({ guideId, guideTitle, id, title, text }: GuideSection): GuidePassage => ({
  guideId,
  guideTitle,
  sectionId: id,
  title,
  text: firstWords(text),
})

/** The most characters of a passage that are shown before its guide is opened. */
const excerpt = 280

const firstWords = (text: string) => {
  if (text.length <= excerpt) return text
  const cut = text.slice(0, excerpt)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

const indexes = new Map<GuideAudience, ReturnType<typeof openIndex>>()

function indexFor(audience: GuideAudience) {
  const made = indexes.get(audience) ?? openIndex(sectionsFor(audience))
  indexes.set(audience, made)
  return made
}

function openIndex(sections: readonly GuideSection[]) {
  const byGuide = Map.groupBy(sections, ({ guideId }) => guideId)
  const articles = [...byGuide].map(([id, own]) => articleOf(id, own))
  return {
    search: openSearch(articles, []),
    // The keys are the ids that the search gives to the passages of an article.
    sections: new Map(sections.map((section) => [`${section.guideId}: ${section.title}`, section])),
  }
}

/** Returns a guide in the form of an article, for the search. */
const articleOf = (id: string, sections: readonly GuideSection[]): Article => ({
  id,
  title: sections[0]?.guideTitle ?? '',
  group: 'guides',
  source: '',
  url: null,
  words: '',
  action: null,
  actionsBelow: new Map(),
  partsBelow: new Map(),
  body: sections
    .map(({ title, phrasings, text }) => `## ${title}\n\n${phrasings && `> ${phrasings}\n\n`}${text}\n`)
    .join('\n'),
})
