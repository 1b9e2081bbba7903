import { drawStatement } from '#server/demo/papers.ts'

let drawn: Promise<Uint8Array<ArrayBuffer>> | undefined
/** A statement of the client that `portal.client()` registers, dated just before its clock. */
export const drawnStatement = () => {
  drawn ??= drawStatement('3 November 2026')
  return drawn
}
