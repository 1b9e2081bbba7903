import {
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { type TextMessageId, textMessages } from '#contract/text-messages.ts'
import { ask } from '#web/platform/ask.ts'
import { pagesOf, useSearchSelect } from '#web/platform/lists.ts'
import { query, queryUnlessNull, refresh, useCommand } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'
import type { PagedDocument } from '#web/ui/data/document-pages.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { signatureSaved } from './copy.ts'

export { StepField, useStepChoice } from './parts/step-field.tsx'

/** Returns the client's signature requests, newest first. Suspends until they are loaded. */
export const useRequests = (): SignatureRequest[] => useSuspenseQuery(query(signatures.requests, {})).data

/** Returns the signature request of a task. */
export const useRequestOf = (task: Task) => useRequests().find(({ taskId }) => taskId === task.id)

export const useSign = () =>
  useCommand(signatures.create, {
    refreshes: [signatures.requests, signatures.list, tasks.list, activities.list],
  })

export const useSignDeed = () => useCommand(witness.sign, { refreshes: [witness.standing] })
/** Asks whether the code for a witness can be sent by text. */
export const useTextOffer = () => useQuery(query(textMessages.offer, {}))
export const useTextStanding = (id: TextMessageId) => useQuery(query(textMessages.standing, { id }))

/** Returns the state of a deed's witness. Fetched again when it expires. */
export function useWitnessStanding(id: SignatureRequest['id']) {
  const found = useQuery({
    ...query(witness.standing, { id }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const { data, refetch } = found
  const expiresAt = data && data.state !== 'over' ? data.expiresAt.getTime() : null
  useEffect(() => {
    if (expiresAt === null) return
    const timer = setTimeout(() => void refetch(), Math.max(expiresAt - Date.now(), 0) + 1_000)
    return () => clearTimeout(timer)
  }, [expiresAt, refetch])
  return found
}

/** Shows a toast when a deed that waited for its witness is sealed, which happens on another device. */
export function useTellSealed(requests: SignatureRequest[]) {
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const request of requests) {
      const { id, name, state, isDeed } = request
      if (isDeed && isOpen(request)) waiting.current.add(id)
      else if (waiting.current.delete(id) && state === 'signed') toast(signatureSaved(name))
    }
  }, [requests])
}

/** Fetches the requests again after a refusal, because something has changed. */
export const useRefreshRequests = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [signatures.requests, signatures.ofDocument, witness.standing, tasks.list])
}

/** Returns the signatures of a document. Each view of them verifies them again. */
export const useCheckedSignatures = (id: SignatureRequest['id']) =>
  useSuspenseQuery({ ...query(signatures.ofDocument, { id }), refetchOnMount: 'always' }).data

/** Tells the portal that a document was opened to be signed. Signing doesn't wait for this. */
export const useNoteOpened = (id: SignatureRequest['id']) => {
  const { mutate } = useMutation({ mutationFn: () => ask(signatures.opened, { id }), retry: 2 })
  const note = useEffectEvent(() => mutate())
  useEffect(() => note(), [id])
}

/** Returns the pages of the document to sign. Their pictures come from the client's documents. */
export const paperOf = ({ id, name, pages }: SignatureRequest): PagedDocument => ({
  name,
  pages,
  pictureOf: (page) => urlOf(documents.page, { id, page }),
  usePageText: (page, { enabled }) =>
    useQuery({ ...query(documents.pageText, { id, page }), enabled }).data?.items ?? null,
})

/** Returns the documents that were sent, newest first, page by page. */
export const useSent = () => useSuspenseInfiniteQuery(pagesOf(signatures.sent))
export const useRecipients = () => useSearchSelect((input) => query(signatures.recipients, input))
export const useSendDocument = () =>
  useUpload(signatures.send, { refreshes: [signatures.sent, signatures.steps] })
/** Returns the client's tasks that wait for a document to sign. Empty while no client is chosen. */
export const useSteps = (clientId: UserId | null) =>
  useQuery(queryUnlessNull(signatures.steps, clientId && { clientId })).data ?? []
export const useCancelRequest = () =>
  useCommand(signatures.cancel, { refreshes: [signatures.sent, signatures.evidence] })
export const useEvidence = (id: SignatureRequest['id']) =>
  useSuspenseQuery({ ...query(signatures.evidence, { id }), refetchOnMount: 'always' }).data
