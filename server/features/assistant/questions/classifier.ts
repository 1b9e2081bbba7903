import { passagesOf, shippedArticles } from '../articles.ts'
import type { Refusal } from './guards.ts'
import { plain } from './plain.ts'
import { readSections, stemOf, wordsIn } from './words.ts'

const kinds = ['not_told', 'advice', 'not_yours', 'instructions', 'harmless'] as const
interface Guess {
  trap: Refusal
  /** 0 to 1. */
  chance: number
}

interface Example {
  features: readonly number[]
  kind: number
}

const rounds = 32
const rate = 3
/** Weight of an example of a refusal: there are few of them, and to miss a refusal is worse. */
const care = 4
const harmless = kinds.indexOf('harmless')

const people = wordsIn(readSections('vocabulary.txt')('people'))
const ours = /^(?:you|firm|solicitors?|lawyers?|priya|staff|team)$/
const theirs = /^(?:seller|buyer|vendor|purchaser)s?$/
const kindOf = (word: string) => {
  if (people.has(word) || people.has(word.replace(/s$/, ''))) return '(person)'
  if (ours.test(word)) return '(firm)'
  return theirs.test(word) ? '(other side)' : stemOf(word)
}

/** Returns the words of a question and its pairs of words. Words for a person all count as the same word. */
const featuresOf = (text: string): string[] => {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(kindOf)
  return [...new Set([...words, `^${words[0]}`, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)])]
}

const sections = readSections('examples.txt')
const examples = (): [string, number][] =>
  kinds.flatMap((kind, at) => sections(kind).map((line): [string, number] => [plain(line), at]))

/** Returns known questions to the firm's knowledge, which are never refused. */
const articleQuestions = (): [string, number][] =>
  shippedArticles()
    .flatMap(passagesOf)
    .flatMap(({ heading, phrasings }) => [heading, ...phrasings.split(',')])
    .map((words) => [words.trim().toLowerCase(), harmless])

interface Learned {
  ids: ReadonlyMap<string, number>
  /** By kind, then by feature. */
  weights: Float64Array[]
  leanings: Float64Array
}

/** Learns by multinomial logistic regression with stochastic descent, in the same order every time. */
function learn(): Learned {
  const ids = new Map<string, number>()
  const idOf = (feature: string) => {
    const id = ids.get(feature) ?? ids.size
    ids.set(feature, id)
    return id
  }
  const all: Example[] = [...examples(), ...articleQuestions()].map(([text, kind]) => ({
    features: featuresOf(text).map(idOf),
    kind,
  }))
  const learned = {
    ids,
    weights: kinds.map(() => new Float64Array(ids.size)),
    leanings: new Float64Array(kinds.length),
  }
  for (let round = 0; round < rounds; round++)
    for (let step = 0; step < all.length; step++) {
      const example = all[(step * stride) % all.length]
      if (example) correct(learned, example, rate / (1 + round))
    }
  return learned
}
/** A prime step, which visits all examples in a mixed order. */
const stride = 7919

function correct(learned: Learned, { features, kind }: Example, by: number) {
  const scale = 1 / Math.sqrt(features.length)
  const chances = chancesOf(learned, features, scale)
  for (const [at, weights] of learned.weights.entries()) {
    const off = ((chances[at] ?? 0) - (at === kind ? 1 : 0)) * (kind === harmless ? 1 : care) * by
    for (const id of features) weights[id] = (weights[id] ?? 0) - off * scale
    learned.leanings[at] = (learned.leanings[at] ?? 0) - off * 0.1
  }
}

function chancesOf({ weights, leanings }: Learned, features: readonly number[], scale: number) {
  const sums = weights.map((some, at) => {
    let sum = 0
    for (const id of features) sum += some[id] ?? 0
    return Math.exp(sum * scale + (leanings[at] ?? 0))
  })
  const all = sums.reduce((sum, value) => sum + value, 0)
  return sums.map((value) => value / all)
}

let latest: Learned | undefined

/**
 * Returns the refusal that a question resembles most, learned from examples of refusals and of harmless questions. For
 * questions that no rule covers.
 */
export function guessOf(text: string): Guess {
  latest ??= learn()
  const { ids } = latest
  const features = featuresOf(text)
  const known = features.flatMap((feature) => ids.get(feature) ?? [])
  const chances = chancesOf(latest, known, 1 / Math.sqrt(features.length))
  const guesses = kinds.flatMap((trap, at) =>
    trap === 'harmless' ? [] : [{ trap, chance: chances[at] ?? 0 }],
  )
  return guesses.reduce((best, guess) => (guess.chance > best.chance ? guess : best))
}
