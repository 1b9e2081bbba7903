import { createContext } from 'react'
import { documents } from '#contract/documents.ts'

/** Where the bytes of a document come from: the client's own addresses, or those of the firm. */
export const Files =
  createContext<Pick<typeof documents, 'file' | 'preview' | 'page' | 'pageText' | 'download'>>(documents)
