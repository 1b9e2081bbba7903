import { z } from 'zod'
import { file, id, read, remove, upload } from '../kit/endpoint.ts'
import { urlOf } from '../kit/transport.ts'

export const PhotographId = id('photograph')
export type PhotographId = z.infer<typeof PhotographId>

/** In bytes, as it is sent: what is kept is much smaller. */
export const largestPhotograph = 5 * 1024 * 1024

/** The side of the square in pixels, by where it is shown: beside a name, and on a person's own page. */
export const photographSizes = { small: 96, large: 320 } as const

const Own = z.strictObject({ id: PhotographId.nullable() })

/**
 * Photographs of the firm's people. The id of one is told to whoever sees that person, and each new one has a new id;
 * who asks for it besides has to be signed in.
 */
export const photographs = {
  own: read('/api/photograph', {
    output: Own,
    audience: 'firm',
    action: 'photograph.save',
    summary: "This person's own photograph",
  }),
  upload: upload('/api/photograph', {
    input: z.strictObject({}),
    output: Own,
    audience: 'firm',
    action: 'photograph.save',
    summary:
      'Sets the photograph that clients and colleagues see: a JPEG or PNG of up to 5 MB, cropped to a square',
  }),
  remove: remove('/api/photograph', {
    input: z.strictObject({}),
    audience: 'firm',
    action: 'photograph.save',
    summary: "Removes this person's photograph; their initials are shown instead",
  }),
  one: file('/api/photographs/:id', {
    input: z.strictObject({
      id: PhotographId,
      size: z.enum(Object.keys(photographSizes) as (keyof typeof photographSizes)[]).optional(),
    }),
    audience: 'member',
    summary: 'A photograph of someone at the firm, as a square JPEG',
  }),
}

/** Where a photograph is; null where somebody has none. */
export const photographPath = (
  photographId: PhotographId | null,
  size: keyof typeof photographSizes = 'small',
) => photographId && urlOf(photographs.one, { id: photographId, size })
