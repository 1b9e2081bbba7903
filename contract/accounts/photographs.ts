import { z } from 'zod'
import { faultOfKind } from '../documents/documents.ts'
import { file, id, read, remove, upload } from '../kit/endpoint.ts'
import { urlOf } from '../kit/transport.ts'

export const PhotographId = id('photograph')
export type PhotographId = z.infer<typeof PhotographId>

/** The largest upload, in bytes. The stored picture is much smaller. */
export const largestPhotograph = 5 * 1024 * 1024

export const photographTooLarge = 'This photo is larger than 5 MB. Please choose a smaller one.'

/** Returns what is wrong with a chosen photograph before it is sent. The server checks the content. */
export const faultOfPhotograph = (file: { name: string; type: string; size: number }) =>
  faultOfKind(file, { takesPdf: false }) ?? (file.size > largestPhotograph ? photographTooLarge : null)

/** The side of the square in pixels: `small` beside a name, `large` on a person's own page. */
export const photographSizes = { small: 96, large: 320 } as const

const Own = z.strictObject({ id: PhotographId.nullable() })

/**
 * Photographs of the firm's people. Only those who may see a person receive the id of their photograph, and each new
 * photograph has a new id. Fetching one also requires being signed in.
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

/** Returns the path of a photograph, or null if the person has none. */
export const photographPath = (
  photographId: PhotographId | null,
  size: keyof typeof photographSizes = 'small',
) => photographId && urlOf(photographs.one, { id: photographId, size })
