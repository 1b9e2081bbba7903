import { plain } from './plain.ts'

const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** What a question says that was written so as not to be read: spaced out, in figures, backwards or encoded. */
export const disguisesOf = (question: string): string[] =>
  [
    ...(/(?:\b\w[ .*_-]+){4,}/.test(question) ? [closed(question)] : []),
    ...(/[a-z][0134570@$]|[0134570@$][a-z]/i.test(question)
      ? [question.replace(/[0134570@$](?=\p{L})|(?<=\p{L})[0134570@$]/gu, (digit) => digits[digit] ?? digit)]
      : []),
    ...(question.length > 12
      ? [
          [...question].toReversed().join(''),
          question.replace(/\S+/g, (word) => [...word].toReversed().join('')),
          turned(question),
        ]
      : []),
    ...(question.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((code) => textIn(code, 'base64')),
    ...(question.match(/(?:[0-9a-f]{2}\s?){10,}/gi) ?? []).map((code) =>
      textIn(code.replace(/\s/g, ''), 'hex'),
    ),
  ]
    .filter(Boolean)
    .map(plain)

/** "i g n o r e" as one word: single letters are put together, and wider gaps are kept. */
const closed = (question: string) =>
  question
    .replace(/\s{2,}/g, ' / ')
    .replace(/\b(\w)[ .*_-]+(?=\w\b(?!'))/g, '$1')
    .replaceAll(' / ', ' ')

/** Each letter thirteen on. */
const turned = (question: string) =>
  question.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })

/** The text that was encoded; nothing where it is no text. */
const textIn = (code: string, encoding: 'base64' | 'hex') => {
  const text = Buffer.from(code, encoding).toString('utf8')
  return /^[\x20-\x7e\s]{8,}$/.test(text) ? text : ''
}
