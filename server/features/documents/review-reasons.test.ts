import { expect, test } from 'vitest'
import { firstReviewReason, reasonsForReview } from '#contract/documents/review-words.ts'
import { bankStatement, okafor } from '#inspector/testing/documents.ts'
import { proofOfFunds, readDrawn } from '#inspector/testing/read-drawn.ts'

test('of a statement on which every rule holds the firm reads which of them holds only probably', async () => {
  const validation = await readDrawn(bankStatement({ ...okafor, name: ['MRS A OKAFOR'] }), proofOfFunds)
  expect(validation).toMatchObject({ valid: true, outcomes: { name_matches: 'passed' } })
  const document = { status: 'pending', documentType: 'bank_statement', validation } as const
  expect(reasonsForReview(document)).toEqual([
    "It's in the name of Mrs A Okafor; the name we have is Adaeze Okafor.",
  ])
  expect(firstReviewReason({ ...document, status: 'verified' })).toBeNull()
})
