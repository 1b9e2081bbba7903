import { useIsFetching, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import type { Audience } from '#contract/kit/endpoint.ts'
import { tasks } from '#contract/tasks.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'

type FileEndpoints = {
  [N in 'file' | 'preview' | 'page' | 'pageText' | 'download']: Omit<(typeof documents)[N], 'audience'> & {
    audience: Audience
  }
}

/** The endpoints for a document's bytes: the client's own, or the firm's. */
export const Files = createContext<FileEndpoints>(documents)

const list = query(documents.list, {})
const refreshes = [documents.list, tasks.list]

export const useDocuments = (): ClientDocument[] => useSuspenseQuery(list).data
/** Returns whether the documents are being fetched again, so that one may be missing yet. */
export const useIsFetchingDocuments = () => useIsFetching({ queryKey: list.queryKey }) > 0
export const useUploadDocument = () => useUpload(documents.upload, { refreshes })
export const useKeepDocument = () => useCommand(documents.keep, { refreshes })
export const useRemoveDocument = () => useCommand(documents.remove, { refreshes })

export const useRefreshDocuments = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [documents.list])
}

/** Returns the current state of a document, as its verdict may follow the response to its upload. */
export function useLatest(document: ClientDocument): ClientDocument
export function useLatest(document: ClientDocument | null): ClientDocument | null
export function useLatest(document: ClientDocument | null) {
  return (
    useQuery({ ...list, enabled: document !== null }).data?.find(({ id }) => id === document?.id) ?? document
  )
}

/** Returns the words of one page of a PDF. Null until they are loaded, or if there are none. */
export const usePageText = (id: ClientDocument['id'], page: number, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(use(Files).pageText, { id, page }), enabled }).data?.items ?? null

/** What happens to a file on its way: it is read once the whole of it has been sent, in the same request. */
export const uploadWords = ({ isReading }: { isReading: boolean }) =>
  isReading ? 'We’re reading your document. It takes a few seconds.' : 'Sending your document'
