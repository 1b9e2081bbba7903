import { type Article, glossary, type Passage, passagesOf, shippedArticles } from './articles.ts'
import { type FilePart, fileParts } from './questions/intent.ts'
import { openSearch, type Search } from './search.ts'

/** The firm's own words for an article, and when someone at the firm reviewed them. */
export interface FirmVersion {
  id: string
  title: string
  body: string
  reviewedAt: Date | null
  updatedAt: Date
}

/** Everything the assistant answers from. */
export interface Library {
  search: Search
  actionOf: (passage: Pick<Passage, 'article' | 'heading'>) => string | null
  /**
   * Returns the part of the own file to report before a passage. `passageOn` returns the passage that goes with a part.
   */
  partOf: (passage: Pick<Passage, 'article' | 'heading'>) => FilePart | null
  passageOn: (part: FilePart) => Passage | null
  /** Whether an article is about homes, families, work or estates, and not about how the firm or the portal works. */
  isOnTheLaw: (article: string) => boolean
  sourceOf: (article: string) => { source: string | null; url: string | null; isDraft: boolean }
}

const shipped = shippedArticles()
const terms = glossary()

export const findShipped = (id: string) => shipped.find((article) => article.id === id) ?? null
export const allShipped = (): readonly Article[] => shipped

let latest: { made: string; library: Library } | undefined

/** Returns the library of these versions. It is rebuilt only if one of them has changed. */
export function libraryFor(versions: readonly FirmVersion[]): Library {
  const made = versions
    .map(({ id, updatedAt }) => `${id} ${updatedAt.toISOString()}`)
    .sort()
    .join('\n')
  if (latest?.made !== made) latest = { made, library: openLibrary(versions) }
  return latest.library
}

/** Opens the library of the portal's own articles, in the firm's words if it has its own. */
function openLibrary(versions: readonly FirmVersion[]): Library {
  const own = new Map(versions.map((version) => [version.id, version]))
  const articles = shipped.map((article) => ({ ...article, ...pick(own.get(article.id)) }))
  const byId = new Map(articles.map((article) => [article.id, article]))
  const partOf: Library['partOf'] = ({ article, heading }) =>
    fileParts.find((part) => part === byId.get(article)?.partsBelow.get(heading)) ?? null
  return {
    search: openSearch(articles, terms),
    actionOf: ({ article, heading }) => {
      const { action, actionsBelow } = byId.get(article) ?? {}
      return actionsBelow?.get(heading) ?? action ?? null
    },
    partOf,
    passageOn: (part) => articles.flatMap(passagesOf).find((passage) => partOf(passage) === part) ?? null,
    isOnTheLaw: (id) => ['conveyancing', 'private'].includes(byId.get(id)?.group ?? ''),
    sourceOf: (id) => ({
      source: byId.get(id)?.source ?? null,
      url: byId.get(id)?.url ?? null,
      isDraft: id !== 'glossary' && (own.get(id)?.reviewedAt ?? null) === null,
    }),
  }
}

const pick = (version: FirmVersion | undefined) => version && { title: version.title, body: version.body }

/** Returns whether the assistant can answer from an article. Text without a heading is not found. */
export const hasPassages = (body: string) => passagesOf({ id: '', title: '', body }).length > 0

export interface FirmFacts {
  name: string
  telephone: string
  hours: string
  expectedReply: string
}

/** Fills in the placeholders by which articles name the firm's details. */
export const withFirm = (text: string, { name, telephone, hours, expectedReply }: FirmFacts) =>
  text
    .replaceAll('{firm}', name)
    .replaceAll(' ({hours})', hours ? ` (${hours})` : '')
    .replaceAll('{telephone}', telephone || 'the number on your client care letter')
    .replaceAll('{reply}', expectedReply)
