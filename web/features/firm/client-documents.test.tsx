// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reviews } from '#contract/documents/reviews.ts'
import { TaskId } from '#contract/tasks.ts'
import { checkOf, reviewedOf, validationOf } from '#web/features/documents/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { ClientDocuments } from './parts/client-cards.tsx'

test("a client's documents have human names, and what the client replaced says so alone", async () => {
  const documents = [
    reviewedOf(2, { filename: 'IMG_2231.jpg', documentType: 'address_proof' }),
    reviewedOf(1, { filename: 'IMG_2230.jpg', documentType: 'selfie', isSuperseded: true }),
  ]
  show(<ClientDocuments id={reviewedOf(1).client.id} />, [answer(reviews.ofClient, () => documents)])
  const rowOf = async (name: string) => {
    const link = await screen.findByRole('link', { name })
    return within(link.closest('.relative') as HTMLElement)
  }
  const current = await rowOf('Proof of address')
  expect(current.getByText('Awaiting review')).toBeInTheDocument()
  expect(current.getByText('IMG_2231.jpg')).toBeInTheDocument()
  const replaced = await rowOf('Selfie')
  expect(replaced.getByText('Replaced or left out')).toBeInTheDocument()
  expect(replaced.queryByText('Awaiting review')).not.toBeInTheDocument()
})

test('a document whose client is asked for another says so, until they send it as it is', async () => {
  const validation = validationOf({
    checks: [checkOf({ rule: 'glare', outcome: 'failed', read: '9' })],
    issues: ['The picture is too bright.'],
    confidence: 0,
  })
  const sent = { taskId: TaskId.parse(idOf(50)), validation }
  const documents = [reviewedOf(2, sent), reviewedOf(1, { ...sent, isForReview: true })]
  show(<ClientDocuments id={reviewedOf(1).client.id} />, [answer(reviews.ofClient, () => documents)])
  expect(await screen.findAllByText('Client asked for another')).toHaveLength(1)
  expect(screen.getAllByText('Awaiting review')).toHaveLength(1)
})
