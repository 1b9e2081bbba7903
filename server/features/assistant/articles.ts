import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One section of an article that can answer a question: a heading and the text below it. */
export interface Passage {
  /** `article: heading`, with a number if the heading occurs again. The same in every run. */
  id: string
  article: string
  /** Its title in citations: "From: Proof of address". */
  title: string
  heading: string
  /** Other phrasings by which clients ask for it. */
  phrasings: string
  text: string
}

export interface Article {
  id: string
  title: string
  group: string
  /** Who says so, for readers who want to read on. */
  source: string
  url: string | null
  /** Words by which clients ask for it, but which the text does not contain. */
  words: string
  /**
   * The action that a client is offered. `actionsBelow` holds other actions by heading. See
   * `service/compose-answer.ts`.
   */
  action: string | null
  actionsBelow: ReadonlyMap<string, string>
  /** By heading, the part of the client's own file to report before the passage: `file (Heading): team`. */
  partsBelow: ReadonlyMap<string, string>
  /** Markdown with a `##` heading for each passage. `>` lines below a heading are other phrasings of it. */
  body: string
}

const folder = join(import.meta.dirname, 'data')

/** Returns the articles that come with the portal. A firm's own versions are in the database. */
export const shippedArticles = (): Article[] =>
  readdirSync(join(folder, 'articles'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => parseArticle(name.slice(0, -3), readFileSync(join(folder, 'articles', name), 'utf8')))

/** Parses an article: `name: value` lines between `---` lines, then Markdown. */
const parseArticle = (id: string, text: string): Article => {
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? []
  const said = new Map(head.split('\n').map((line) => pair(line, ':')))
  const get = (name: string) => said.get(name) ?? ''
  /** Reads `name (Heading): value` lines. */
  const below = (name: string) =>
    new Map(
      [...said].flatMap(([key, value]) =>
        key.startsWith(`${name} (`) ? [[key.slice(name.length + 2, -1), value] as const] : [],
      ),
    )
  return {
    id,
    title: get('title'),
    group: get('group'),
    source: get('source'),
    url: said.get('url') ?? null,
    words: get('words'),
    action: said.get('action') ?? null,
    actionsBelow: below('action'),
    partsBelow: below('file'),
    body: body.trim(),
  }
}

/** Returns the passages of an article. Skips headings without text, which answer nothing. */
export const passagesOf = ({ id, title, body }: Pick<Article, 'id' | 'title' | 'body'>): Passage[] => {
  const times = new Map<string, number>()
  return sectionsOf(body).map(({ heading, phrasings, text }) => {
    const time = (times.get(heading) ?? 0) + 1
    times.set(heading, time)
    const place = time === 1 ? heading : `${heading} (${time})`
    return { id: `${id}: ${place}`, article: id, title, heading, phrasings, text }
  })
}

const sectionsOf = (body: string) =>
  body
    .replace(/\r\n?/g, '\n')
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [, heading = '', phrasings = '', text = ''] =
        /^(.*)\n+((?:> .*\n+)*)([^]*)$/.exec(part.trim()) ?? []
      return text.trim() === '' ? [] : [{ heading, phrasings: waysIn(phrasings), text: text.trim() }]
    })

/** Joins `>` lines into one list. */
const waysIn = (lines: string) =>
  lines
    .trim()
    .split(/\n+/)
    .map((line) => line.replace(/^> /, ''))
    .join(', ')

/** Returns legal words with their meanings, each as a passage of its own. */
export const glossary = (): Passage[] =>
  readFileSync(join(folder, 'glossary.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [heading, text] = pair(line, ':')
      return {
        id: `glossary: ${heading}`,
        article: 'glossary',
        title: 'Legal words',
        heading,
        phrasings: `what is ${heading}, what does ${heading} mean, meaning of ${heading}`,
        text,
      }
    })

/** Returns a function that finds a reply by its heading: a refusal, a courtesy or a gap, which no article covers. */
export function replies(): (name: string) => string {
  const body = readFileSync(join(folder, 'replies.md'), 'utf8')
  const texts = new Map(passagesOf({ id: 'replies', title: '', body }).map(({ id, text }) => [id, text]))
  return (name) => {
    const text = texts.get(`replies: ${name}`)
    if (text === undefined) throw new Error(`There is no reply "${name}".`)
    return text
  }
}

/** Returns the instructions that a language model gets first. */
export const modelRules = () => readFileSync(join(folder, 'model-rules.md'), 'utf8').trim()

const pair = (line: string, mark: string) => {
  const at = line.indexOf(mark)
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
}
