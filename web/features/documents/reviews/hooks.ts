import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { canAccept, type ReviewedDocument, type ReviewState, reviews } from '#contract/documents/reviews.ts'
import { identity } from '#contract/identity/identity.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
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

type Held = Pick<ReviewedDocument, 'id' | 'takenBy'>

/** Whether somebody else at the firm is looking at a document. */
export const useIsTaken = () => {
  const { id: me } = useUser()
  return ({ takenBy }: Pick<Held, 'takenBy'>) => takenBy !== null && takenBy.id !== me
}

const inQueue = [reviews.list, reviews.one]
const renewEvery = 3 * 60_000

/** Takes a waiting document for whoever has its page open, and leaves it to others when they go on. */
export const useHold = (document: ReviewedDocument) => {
  const { id } = document
  const isTaken = useIsTaken()(document)
  const mayDecide = useMay()('documents.decide')
  const isFree = mayDecide && canAccept(document) && !isTaken
  const { mutate: take } = useCommand(reviews.take, { refreshes: inQueue })
  const { mutate: release } = useCommand(reviews.release, { refreshes: inQueue })
  useEffect(() => {
    if (!isFree) return
    take({ id })
    const timer = setInterval(() => globalThis.document.hidden || take({ id }), renewEvery)
    return () => clearInterval(timer)
  }, [id, isFree, take])
  useEffect(() => {
    if (mayDecide) return () => release({ id })
  }, [id, mayDecide, release])
}

export const useTakeOver = () => useCommand(reviews.take, { refreshes: inQueue })
export const useUnsnooze = () => useCommand(reviews.unsnooze, { refreshes: inQueue })

/** Where a document stands among those that wait, and which come before and after it. */
export const usePlace = (id: DocumentId) => {
  const { documents, total } = useReviews('waiting')
  const isTaken = useIsTaken()
  const at = documents.findIndex((document) => document.id === id)
  const pathTo = (document: ReviewedDocument | undefined) => document && reviewPath(document.id)
  const isFree = (document: ReviewedDocument) => document.id !== id && !isTaken(document)
  return {
    at,
    total,
    before: pathTo(documents.slice(0, Math.max(at, 0)).findLast(isFree)),
    // Decided ones are no longer in the line: the next is whoever has waited longest.
    after: pathTo(documents.slice(at + 1).find(isFree)),
  }
}
