import { z } from 'zod'
import { line, read, uuid } from './kit/endpoint.ts'

export const SearchKind = z.enum(['client', 'matter', 'document', 'message'])
export type SearchKind = z.infer<typeof SearchKind>

/** A result of a search among the data of the firm's clients. */
export const SearchResult = z.strictObject({
  kind: SearchKind,
  id: uuid(),
  title: z.string(),
  /** What distinguishes it from others: an address, a reference, its owner. */
  detail: z.string(),
  /** The path of this portal that shows it. */
  path: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

/** The most results of each kind. */
export const foundAtOnce = 6

export const search = {
  find: read('/api/firm/search', {
    input: z.strictObject({ words: line(100, 'Please type what you are looking for') }),
    output: z.array(SearchResult).max(4 * foundAtOnce),
    audience: 'firm',
    action: 'clients.read',
    summary:
      "Finds clients, cases, documents and messages of one's clients, best first; forgives typing errors",
  }),
}
