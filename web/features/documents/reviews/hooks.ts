import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import { identity } from '#contract/identity.ts'
import { reviewPath } from '#contract/pages.ts'
import { Problem } from '#contract/problem.ts'
import { type ReviewedDocument, type ReviewState, reviews } from '#contract/reviews.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

export const useReviews = (state: ReviewState) => useSuspenseQuery(query(reviews.list, { state })).data
export const useReview = (id: DocumentId) => useSuspenseQuery(query(reviews.one, { id })).data

const refreshes = [reviews.list, reviews.one, reviews.ofClient, identity.waiting, identity.ofClient]

export const useAccept = () => useCommand(reviews.accept, { refreshes })

/** Takes a decision back; the words say that it was done, also where its page has been left meanwhile. */
export const useReopen = () => {
  const { mutateAsync, isPending } = useCommand(reviews.reopen, { refreshes })
  const reopen = async ({ id, filename }: Pick<ReviewedDocument, 'id' | 'filename'>) => {
    try {
      await mutateAsync({ id })
      toast({
        title: 'Decision withdrawn',
        description: `${filename} is awaiting review again.`,
        variant: 'success',
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      toast({ title: 'Not withdrawn', description: error.message, variant: 'error' })
    }
  }
  return { reopen, isPending }
}

/** How alike this document's face and its counterpart are, where the client agreed to it. */
export const useComparison = (clientId: UserId, id: DocumentId) => {
  const { data = [] } = useQuery(query(identity.comparisons, { clientId }))
  return data.find(({ documentId, selfieId }) => documentId === id || selfieId === id) ?? null
}

/** Where a document stands among those that wait, and which come before and after it. */
export const usePlace = (id: DocumentId) => {
  const { documents, total } = useReviews('waiting')
  const at = documents.findIndex((document) => document.id === id)
  const pathAt = (place: number) => {
    const document = documents[place]
    return document && document.id !== id ? reviewPath(document.id) : null
  }
  return {
    at,
    total,
    before: at > 0 ? pathAt(at - 1) : null,
    // Decided ones are no longer in the line: the next is whoever has waited longest.
    after: at < 0 ? pathAt(0) : pathAt(at + 1),
  }
}
