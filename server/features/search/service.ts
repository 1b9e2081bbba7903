import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath, reviewPath } from '#contract/kit/pages.ts'
import { type Action, reachOf } from '#contract/kit/rights.ts'
import { foundAtOnce, type SearchResult, type search } from '#contract/search.ts'
import { namesOf, searchClients } from '#server/features/accounts/service.ts'
import { searchDocuments } from '#server/features/documents/service.ts'
import { searchMatters } from '#server/features/matters/service.ts'
import { searchMessages } from '#server/features/messages/service.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import { allowingTypingErrors, isLikeEnough } from '#server/platform/db/word-search.ts'

type Found = SearchResult & { likeness: number; clientId: UserId | null }

/**
 * Finds what a person of the firm may see by words that may contain typing errors: the best of each kind, sorted by
 * relevance.
 */
export const find = (ctx: Ctx<Staff>, { words }: Input<typeof search.find>): Promise<SearchResult[]> =>
  allowingTypingErrors(ctx.db, (db) => findLike({ ...ctx, db }, words), {
    isNarrow: !reachOf(ctx.actor).isAll,
  })

async function findLike(ctx: Ctx<Staff>, words: string): Promise<SearchResult[]> {
  const wanted = { words, limit: foundAtOnce }
  return withClientNames(ctx, [
    ...(await searchClients(ctx.db, ctx.actor, wanted)).map((client) => ({
      kind: 'client' as const,
      id: client.id,
      title: fullName(client),
      detail: client.email,
      path: clientPath(client.id),
      likeness: client.likeness,
      clientId: null,
    })),
    ...(await searchMatters(asFor(ctx, 'matters.read'), wanted)).map(
      ({ id, title, reference, clientId, likeness }) => ({
        kind: 'matter' as const,
        id,
        title,
        detail: reference,
        path: firmMatterPath(id),
        likeness,
        clientId,
      }),
    ),
    ...(await searchDocuments(asFor(ctx, 'documents.read'), wanted)).map(
      ({ id, filename, clientId, likeness }) => ({
        kind: 'document' as const,
        id,
        title: filename,
        detail: '',
        path: reviewPath(id),
        likeness,
        clientId,
      }),
    ),
    ...(await searchMessages(asFor(ctx, 'messages.read'), wanted)).map(
      ({ id, content, path, clientId, likeness }) => ({
        kind: 'message' as const,
        id,
        title: partOf(content, words),
        detail: '',
        path,
        likeness,
        clientId,
      }),
    ),
  ])
}

/** Sorts what was found by relevance, and says whose it is. */
async function withClientNames({ db }: Ctx<Staff>, found: readonly Found[]): Promise<SearchResult[]> {
  const names = await namesOf(
    db,
    found.flatMap(({ clientId }) => clientId ?? []),
  )
  return found
    .filter(isLikeEnough)
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ kind, id, title, detail, path, clientId }) => {
      const client = clientId && names.get(clientId)
      return {
        kind,
        id,
        title,
        detail: [detail, client && fullName(client)].filter(Boolean).join(' · '),
        path,
      }
    })
}

/** A user's roles may give different access to each kind, so each is searched with only the roles that may read it. */
const asFor = (ctx: Ctx<Staff>, action: Action): Ctx<Staff> => ({
  ...ctx,
  actor: withRolesFor(ctx.actor, action),
})

const partLength = 120

/** Returns the part of a long message around the words, if they occur as typed, otherwise its beginning. */
const partOf = (content: string, words: string) => {
  const line = content.replace(/\s+/g, ' ')
  if (line.length <= partLength) return line
  const at = line.toLowerCase().indexOf(words.toLowerCase())
  const from = at < 40 ? 0 : at - 40
  return `${from > 0 ? '…' : ''}${line.slice(from, from + partLength)}…`
}
