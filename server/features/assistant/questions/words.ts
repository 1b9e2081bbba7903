import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stemmer } from 'stemmer'

export const dataFolder = join(import.meta.dirname, '../data')

type Sections = (name: string) => string[]

/**
 * A file of `data/` by its sections: `# name` begins one, `//` a comment, and an indented line goes on from the one
 * above with nothing between. Asking for a section that is not there throws.
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

/** A pattern with its `{kind}`s, which may be made of kinds themselves. */
const spelledOut = (words: string): string =>
  words.replace(/(?<!\\p)\{([a-z]+)\}/gi, (_, kind: string) => spelledOut(kinds(kind).join('')))

/**
 * Ways to ask, each as words: `{kind}` is any word of a kind of `words.txt`, ` .. ` up to five words of any sort,
 * the rest is as in a regular expression.
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

/** The words of a section, whatever lines they stand in. */
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

/** One term for all forms of a word, and for all words of one thing. */
export const termFor = (word: string) => {
  const stem = stemOf(word)
  return groups.get(stem) ?? stem
}

export const stemOf = (word: string) => stemmer(irregular.get(word) ?? word)

const isOne = (words: ReadonlySet<string>, word: string) => words.has(word) || words.has(stemOf(word))

/** Whether a word is of every question, and not looked for. */
export const isSmall = (word: string) => isOne(small, word)

/** Whether a word is looked for, and missed by nobody where it is not found. */
export const isLight = (word: string) => isOne(light, word)
