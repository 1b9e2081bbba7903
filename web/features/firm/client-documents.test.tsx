// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reviews } from '#contract/documents/reviews.ts'
import { reviewedOf } from '#web/features/documents/testing.ts'
import { answer, show } from '#web/testing.tsx'
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
