import { expect, test } from 'vitest'
import { nameInWriting } from './names.ts'

test.each([
  ['JOHN SMITH', 'John Smith'],
  ["SIOBHÁN O'BRIEN", "Siobhán O'Brien"],
  ['ANNE-MARIE MCDONALD', 'Anne-Marie McDonald'],
  ['LUDWIG VAN DER BERG', 'Ludwig van der Berg'],
  ['VAN MORRISON', 'Van Morrison'],
  ['Amara Okafor', 'Amara Okafor'],
  ['', ''],
])('%j is shown as %j', (read, shown) => {
  expect(nameInWriting(read)).toBe(shown)
})
