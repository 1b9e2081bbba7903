import { expect, test } from 'vitest'
import { uploadTrouble } from './copy.ts'

test.each([
  [
    "We can't check files for viruses right now, so we haven't kept yours. Please try again in a few minutes.",
    "We can't check files for viruses right now, so we haven't kept yours. Please wait a few minutes. Please try again.",
  ],
  [
    'Your file took too long to arrive. Please check your connection and try again.',
    'Your file took too long to arrive. Please check your connection. Please try again.',
  ],
  [
    'Something went wrong on our side. Nothing you entered has been lost; please try again.',
    'Something went wrong on our side. Nothing you entered has been lost. Please try again.',
  ],
  [
    "We can't check files for viruses at the moment. Please try again soon.",
    "We can't check files for viruses at the moment. Please wait a little. Please try again.",
  ],
])('the chat asks once to try an upload again: %s', (message, words) => {
  expect(uploadTrouble({ message })).toBe(`Sorry, there was a problem with the upload: ${words}`)
})
