import { expect, test } from 'vitest'
import { shippedArticles } from './articles.ts'

const sentences = shippedArticles().flatMap(({ id, body }) =>
  body
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .flatMap((line) => line.split(/(?<=[.:]) /))
    .map((sentence) => `${id}: ${sentence}`),
)

test('no article promises a reply by a time: each says how soon it usually comes', () => {
  const about = sentences.filter((sentence) => sentence.includes('{reply}'))
  expect(about.length).toBeGreaterThan(2)
  expect(about.filter((sentence) => !/\busually\b/.test(sentence))).toEqual([])
})
