import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { canAccept, type ReviewedDocument, type ReviewState, reviews } from '#contract/documents/reviews.ts'
import { shownToClient } from '#contract/documents/validation.ts'
import { needsAnother } from '#contract/documents/verdict.ts'
import { identity } from '#contract/identity/identity.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { queue } from '#contract/queue.ts'
import { type OpenQueueItem, useQueuePlace } from '#web/features/queue/hooks.tsx'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { titleOf } from '../copy.ts'

export const useReviews = (state: ReviewState) => useSuspenseQuery(query(reviews.list, { state })).data
export const useReview = (id: DocumentId) => useSuspenseQuery(query(reviews.one, { id })).data

const refreshes = [
  queue.list,
  reviews.list,
  reviews.one,
  reviews.ofClient,
  identity.waiting,
  identity.ofClient,
]

export const useAccept = () => useCommand(reviews.accept, { refreshes })

/** Reopens a decision. The toast confirms it even if the user has left the page by then. */
export const useReopen = () => {
  const { mutateAsync, isPending } = useCommand(reviews.reopen, { refreshes })
  const reopen = async ({
    id,
    filename,
    decidedAt,
  }: Pick<ReviewedDocument, 'id' | 'filename' | 'decidedAt'>) => {
    try {
      await mutateAsync({ id, decidedAt: decidedAt ?? undefined })
      toast({
        title: 'Decision withdrawn',
        description: `${filename} is awaiting review again.`,
        variant: 'success',
        about: id,
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      toast({ title: 'Not withdrawn', description: error.message, variant: 'error' })
    }
  }
  return { reopen, isPending }
}

/** Returns how similar this document's face and its counterpart are, if the client agreed to the comparison. */
export const useComparison = (clientId: UserId, id: DocumentId) => {
  const { data = [] } = useQuery(query(identity.comparisons, { clientId }))
  return data.find(({ documentId, selfieId }) => documentId === id || selfieId === id) ?? null
}

/** Returns the document as an item of the queue. */
export const queueItemOf = (document: ReviewedDocument): OpenQueueItem => ({
  kind: 'document',
  id: document.id,
  facts: document,
  isWaiting: document.status === 'pending' && canAccept(document),
  client: document.client.firstName,
  title: titleOf({ documentType: document.taskTitle ?? document.documentType }),
})

/** Returns a document's place in the queue. For someone who may not decide, its place among the waiting documents. */
export const usePlace = (id: DocumentId) => {
  const mayDecide = useMay()('documents.decide')
  const inQueue = useQueuePlace({ kind: 'document', id })
  const { data } = useQuery({ ...query(reviews.list, { state: 'waiting' }), enabled: !mayDecide })
  if (mayDecide) return inQueue
  const documents = data?.documents ?? []
  const at = documents.findIndex((document) => document.id === id)
  const pathOf = (document: ReviewedDocument | undefined) => document && reviewPath(document.id)
  return {
    at,
    total: data?.total ?? 0,
    matters: documents[at]?.matters ?? [],
    before: pathOf(documents[at - 1]),
    after: pathOf(documents[at + 1]),
  }
}

const statuses = {
  verified: { tone: 'ok', words: 'Verified' },
  rejected: { tone: 'stop', words: 'Rejected' },
  pending: { tone: 'warn', words: 'Awaiting review' },
} as const
const replaced = { tone: 'over', words: 'Replaced or left out' } as const
const again = { tone: 'warn', words: 'Client asked for another' } as const

/** A document's status as staff see it. A person may decide it too while its client is asked for another. */
export const reviewStatusOf = (document: ReviewedDocument) => {
  if (document.isSuperseded) return replaced
  return isAskedAgain(document) ? again : statuses[document.status]
}

/** Its task says so to the client, who doesn't see what only the firm may know of it. */
const isAskedAgain = ({ validation, ...document }: ReviewedDocument) =>
  document.status === 'pending' &&
  document.taskId !== null &&
  needsAnother({ ...document, validation: validation && shownToClient(validation) })
