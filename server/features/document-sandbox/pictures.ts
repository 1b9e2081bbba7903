import type { documentSandbox } from '#contract/document-sandbox.ts'
import type { Output } from '#contract/kit.ts'
import type { Validation } from '#contract/validation.ts'
import type { Accepted } from '#inspector/accept.ts'
import type { Inspector } from '#inspector/inspector.ts'

type Pictures = Output<typeof documentSandbox.run>['pictures']

const width = 1000
const pagesAtMost = 4

interface Seen {
  bytes: Uint8Array
  kind: Accepted['kind']
  validation: Validation
}

/** The pages on which something was read, upright, so that the places lie where they were read. */
export const picturesOf = async (
  inspector: Inspector,
  { bytes, kind, validation }: Seen,
): Promise<Pictures> => {
  // The verdict counts without its pictures.
  const orNone = (making: Promise<Pictures[number]>) => making.then((one) => [one]).catch(() => [])
  if (kind !== 'pdf') return orNone(asPicture(1, 'image/jpeg', inspector.imagePreview(bytes, { width })))
  const made: Pictures = []
  for (const page of pagesOf(validation))
    made.push(...(await orNone(asPicture(page, 'image/png', inspector.renderPage(bytes, page, { width })))))
  return made
}

const pagesOf = ({ metadata: { regions } }: Validation) =>
  [...new Set([1, ...regions.map(({ page }) => page)])].toSorted((a, b) => a - b).slice(0, pagesAtMost)

const asPicture = async (page: number, type: string, made: Promise<Uint8Array>) => ({
  page,
  image: `data:${type};base64,${Buffer.from(await made).toString('base64')}`,
})
