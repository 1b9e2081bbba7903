import { z } from 'zod'
import { atMost, line, read } from './kit/endpoint.ts'

/**
 * The audience of a guide. The firm's people also read the guides for everyone, and administrators read all of them.
 */
export const GuideAudience = z.enum(['everyone', 'firm', 'administrators'])
export type GuideAudience = z.infer<typeof GuideAudience>

/** The id of a guide, as in its address: `/help/fee-earner`. */
export const GuideId = z
  .string()
  .max(60, atMost('This is not the name of a guide'))
  .regex(/^[a-z]+(?:-[a-z]+)*$/, 'This is not the name of a guide')

/** Words of a line in one style. */
export const GuideWords = z.strictObject({
  text: z.string(),
  style: z.enum(['plain', 'strong', 'emphasis', 'code']),
  /** A path of this portal or an external address. Null if the words are not a link. */
  to: z.string().nullable(),
})
export type GuideWords = z.infer<typeof GuideWords>

const Line = z.array(GuideWords)

/** Every picture of a guide has this size, in pixels of the file. */
export const pictureSize = { width: 960, height: 600 }

/**
 * One block of a guide, from top to bottom. It contains no HTML: the page renders each kind with its own components.
 */
export const GuideBlock = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('heading'),
    level: z.literal([2, 3]),
    /** The anchor of the heading, after the `#` of an address. */
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
  /** `name` is a file in `docs/guides/pictures`. */
  z.strictObject({ kind: z.literal('picture'), name: z.string(), alternative: z.string() }),
])
export type GuideBlock = z.infer<typeof GuideBlock>

/** A guide in the table of contents. */
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

/** A section of a guide that answers a question. */
export const GuidePassage = z.strictObject({
  guideId: GuideId,
  guideTitle: z.string(),
  /** The section's id in its guide. */
  sectionId: z.string(),
  title: z.string(),
  /** The first words of the section, without mark-up. */
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
