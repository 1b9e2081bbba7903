import { z } from 'zod'
import { line, read } from './kit/endpoint.ts'

export const SearchKind = z.enum(['client', 'matter', 'document', 'message'])
export type SearchKind = z.infer<typeof SearchKind>

/** A thing of the firm's clients whose words are like what was typed. */
export const SearchResult = z.strictObject({
  kind: SearchKind,
  id: z.uuid(),
  title: z.string(),
  /** What else tells it from others: an address, a reference, whose it is. */
  detail: z.string(),
  /** The path of this portal on which it is read. */
  path: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

/** How many things of each kind one search finds. */
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
