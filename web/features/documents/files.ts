import { createContext } from 'react'
import { documents } from '#contract/documents/documents.ts'
import type { Audience } from '#contract/kit/endpoint.ts'

type FileEndpoints = {
  [N in 'file' | 'preview' | 'page' | 'pageText' | 'download']: Omit<(typeof documents)[N], 'audience'> & {
    audience: Audience
  }
}

/** Where the bytes of a document come from: the client's own addresses, or those of the firm. */
export const Files = createContext<FileEndpoints>(documents)
