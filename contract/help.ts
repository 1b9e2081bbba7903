import { z } from 'zod'
import { line, read } from './kit/endpoint.ts'

/** Whom a guide is for: the firm's people read those for everyone too, and administrators read them all. */
export const GuideAudience = z.enum(['everyone', 'firm', 'administrators'])
export type GuideAudience = z.infer<typeof GuideAudience>

/** A guide is named in its address: `/help/fee-earner`. */
export const GuideId = z.string().regex(/^[a-z]+(?:-[a-z]+)*$/, 'This is not the name of a guide')

/** Some words of a line, all in one style. */
export const GuideWords = z.strictObject({
  text: z.string(),
  style: z.enum(['plain', 'strong', 'emphasis', 'code']),
  /** A path of this portal or an address outside; null where the words lead nowhere. */
  to: z.string().nullable(),
})
export type GuideWords = z.infer<typeof GuideWords>

const Line = z.array(GuideWords)

/** Every picture of a guide has this size, in pixels of the file. */
export const pictureSize = { width: 960, height: 600 }

/** What a guide is made of, one below the other. There is no HTML in it: the page draws each kind by its own parts. */
export const GuideBlock = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('heading'),
    level: z.literal([2, 3]),
    /** Leads to it, behind the `#` of an address. */
    id: z.string(),
    words: Line,
  }),
  z.strictObject({ kind: z.literal('paragraph'), words: Line }),
  z.strictObject({
    kind: z.literal('list'),
    isOrdered: z.boolean(),
    items: z.array(z.strictObject({ words: Line, below: z.array(Line) })),
  }),
  z.strictObject({ kind: z.literal('table'), head: z.array(Line), rows: z.array(z.array(Line)) }),
  z.strictObject({ kind: z.literal('code'), text: z.string() }),
  /** `name` is a file of `docs/guides/pictures`. */
  z.strictObject({ kind: z.literal('picture'), name: z.string(), alternative: z.string() }),
])
export type GuideBlock = z.infer<typeof GuideBlock>

/** A guide in the list of contents. */
export const GuideEntry = z.strictObject({
  id: GuideId,
  title: z.string(),
  lead: z.string(),
  audience: GuideAudience,
  sections: z.array(z.strictObject({ id: z.string(), title: z.string() })),
})
export type GuideEntry = z.infer<typeof GuideEntry>

export const Guide = GuideEntry.extend({ blocks: z.array(GuideBlock) })
export type Guide = z.infer<typeof Guide>

/** A section of a guide that answers what was asked. */
export const GuidePassage = z.strictObject({
  guideId: GuideId,
  guideTitle: z.string(),
  /** The section's id in its guide. */
  sectionId: z.string(),
  title: z.string(),
  /** Its first words, without any mark-up. */
  text: z.string(),
})
export type GuidePassage = z.infer<typeof GuidePassage>

export const passagesAtMost = 5

export const help = {
  contents: read('/api/help', {
    output: z.array(GuideEntry),
    audience: 'anyone',
    summary: 'The guides that whoever asks may read, with their sections',
  }),
  guide: read('/api/help/:id', {
    input: z.strictObject({ id: GuideId }),
    output: Guide,
    audience: 'anyone',
    summary: 'One guide, block by block',
  }),
}

export const guideSearch = {
  find: read('/api/help-search', {
    input: z.strictObject({ question: line(200, 'Please type a question or a few words') }),
    output: z.array(GuidePassage).max(passagesAtMost),
    audience: 'anyone',
    summary: 'The sections of the guides that answer a question, best first; none where nothing fits',
  }),
}
