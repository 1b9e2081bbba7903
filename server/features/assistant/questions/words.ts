import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stemmer } from 'stemmer'

export const dataFolder = join(import.meta.dirname, '../data')

type Sections = (name: string) => string[]

/**
 * Reads the sections of a file of `data/`. `# name` starts a section and `//` a comment. An indented line continues the
 * line above, with nothing in between. The returned function throws if there is no such section.
 */
export function readSections(file: string): Sections {
  const text = readFileSync(join(dataFolder, file), 'utf8')
    .replace(/^\/\/.*\n/gm, '')
    .replace(/\n {2}(?=\S)/g, '')
  const sections = new Map(
    text
      .split(/^# /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n')
        return [name, lines.filter(Boolean)] as const
      }),
  )
  return (name) => sections.get(name) ?? missing(`${file} has no section "${name}".`)
}

const missing = (noun: string): never => {
  throw new Error(noun)
}

const kinds = readSections('words.txt')

/** Expands each `{kind}` of a pattern. Kinds may contain kinds. */
const spelledOut = (words: string): string =>
  words.replace(/(?<!\\p)\{([a-z]+)\}/gi, (_, kind: string) => spelledOut(kinds(kind).join('')))

/**
 * Turns ways to ask into regular expressions. `{kind}` is any word of a kind of `words.txt`, ` .. ` is up to five words
 * of any sort, and the rest is a regular expression.
 */
export const waysOf = (written: readonly string[]): RegExp[] =>
  written.map(
    (words) =>
      new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${spelledOut(words).replaceAll(' .. ', ' (?:\\S+ ){0,5}')})(?:(?<= )|(?![\\p{L}\\p{N}]))`,
        'u',
      ),
  )

export const fits = (text: string, some: readonly RegExp[]) => some.some((way) => way.test(text))

/** Returns the words of a section, on any of its lines. */
export const wordsIn = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

const vocabulary = readSections('vocabulary.txt')

const groups = new Map(
  vocabulary('one thing').flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map((word) => word.replaceAll('-', ''))
    return [first, ...others].map((word) => [stemmer(word), stemmer(first)] as const)
  }),
)
const irregular = new Map(vocabulary('irregular').map((pair) => pair.split(' ') as [string, string]))
const small = wordsIn(vocabulary('small'))
const light = wordsIn(vocabulary('light'))

/** Returns one term for all forms of a word, and for all words of one thing. */
export const termFor = (word: string) => {
  const stem = stemOf(word)
  return groups.get(stem) ?? stem
}

export const stemOf = (word: string) => stemmer(irregular.get(word) ?? word)

const isOne = (words: ReadonlySet<string>, word: string) => words.has(word) || words.has(stemOf(word))

/** Returns whether a word may occur in any question, so that the search ignores it. */
export const isSmall = (word: string) => isOne(small, word)

/** Returns whether a word is searched for, but says little if it is not found. */
export const isLight = (word: string) => isOne(light, word)
