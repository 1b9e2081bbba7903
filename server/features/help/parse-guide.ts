import { posix } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { GuideBlock, GuideWords } from '#contract/help.ts'

/** A guide parsed from its Markdown. Links to other files are paths in the repository. */
export interface ParsedGuide {
  title: string
  /** Its first paragraph, without mark-up. Empty if it starts otherwise. */
  lead: string
  blocks: GuideBlock[]
  /** Other words with which people ask for a section, by its id: `<!-- asked: … -->` below its heading. */
  phrasings: ReadonlyMap<string, string>
}

type Style = GuideWords['style']
type Heading = Extract<GuideBlock, { kind: 'heading' }>

/**
 * Parses the Markdown of one file. Throws for unknown parts, such as HTML, instead of dropping them or passing them on.
 * @param path of the file, from the root of the repository: relative links start there
 */
export function parseGuide(path: string, text: string): ParsedGuide {
  const [first, ...below] = lexer(text).filter(({ type }) => type !== 'space' && type !== 'hr')
  if (first?.type !== 'heading') throw new Error(`${path} does not begin with a title.`)
  const lead = below[0]?.type === 'paragraph' ? below.shift() : undefined
  const phrasings = new Map<string, string>()
  const blocks: GuideBlock[] = []
  let section = ''
  for (const token of below) {
    const words = phrasingIn(token)
    if (words !== null) phrasings.set(section, words)
    else blocks.push(blockOf(path, token))
    const last = blocks.at(-1)
    if (last?.kind === 'heading' && last.level === 2) section = last.id
  }
  return {
    title: plainOf(wordsOf(path, tokensOf(first))),
    lead: lead ? plainOf(wordsOf(path, tokensOf(lead))) : '',
    blocks,
    phrasings,
  }
}

/** Creates the same anchors as GitHub does for headings, so that a link works both there and here. */
const headingId = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

export const plainOf = (words: readonly GuideWords[]) => words.map(({ text }) => text).join('')

const phrasingIn = (token: Token) =>
  (token.type === 'html' && /^<!-- asked: (.*?) -->\s*$/s.exec(token.raw)?.[1]) || null

function blockOf(path: string, token: Token): GuideBlock {
  switch (token.type) {
    case 'heading':
      return headingOf(path, token as Tokens.Heading)
    case 'paragraph':
      return paragraphOf(path, token)
    case 'list':
      return listOf(path, token as Tokens.List)
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => wordsOf(path, tokens))
      return { kind: 'table', head: cells(header), rows: rows.map(cells) }
    }
    case 'code':
      return { kind: 'code', text: (token as Tokens.Code).text }
    default:
      throw unknown(path, token)
  }
}

function headingOf(path: string, token: Tokens.Heading): Heading {
  const words = wordsOf(path, token.tokens)
  const level = token.depth === 2 ? 2 : 3
  return { kind: 'heading', level, id: headingId(plainOf(words)), words }
}

function paragraphOf(path: string, token: Token): GuideBlock {
  const [only, ...others] = tokensOf(token)
  if (only?.type !== 'image' || others.length > 0)
    return { kind: 'paragraph', words: wordsOf(path, tokensOf(token)) }
  const { href, text } = only as Tokens.Image
  return { kind: 'picture', name: posix.basename(href), alternative: text }
}

function listOf(path: string, { ordered, items }: Tokens.List): GuideBlock {
  const itemOf = ({ tokens }: Tokens.ListItem) => {
    const isList = (token: Token): token is Tokens.List => token.type === 'list'
    const lines = tokens.filter((token) => !isList(token) && token.type !== 'space')
    const below = tokens.filter(isList).flatMap((list) => list.items)
    return {
      words: lines.flatMap((line) => wordsOf(path, tokensOf(line))),
      below: below.map((item) => item.tokens.flatMap((line) => wordsOf(path, tokensOf(line)))),
    }
  }
  return { kind: 'list', isOrdered: ordered, items: items.map(itemOf) }
}

function wordsOf(
  path: string,
  tokens: readonly Token[],
  style: Style = 'plain',
  to: string | null = null,
): GuideWords[] {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case 'text':
      case 'escape': {
        const below = tokensOf(token)
        if (below.length > 0) return wordsOf(path, below, style, to)
        return [{ text: (token as Tokens.Text).text.replace(/\s+/g, ' '), style, to }]
      }
      case 'strong':
        return wordsOf(path, tokensOf(token), 'strong', to)
      case 'em':
        return wordsOf(path, tokensOf(token), 'emphasis', to)
      case 'codespan':
        return [{ text: (token as Tokens.Codespan).text, style: 'code', to }]
      case 'link':
        return wordsOf(path, tokensOf(token), style, targetOf(path, (token as Tokens.Link).href))
      default:
        throw unknown(path, token)
    }
  })
}

/** Returns an external URL unchanged, a place in the same file as `#place`, and another file as its path. */
const targetOf = (path: string, href: string) =>
  /^(?:https?:\/\/|#)/.test(href) ? href : posix.join(posix.dirname(path), href)

const tokensOf = (token: Token): Token[] => ('tokens' in token && token.tokens) || []

const unknown = (path: string, { type, raw }: Token) =>
  new Error(`${path} has a "${type}" that the help cannot show: ${raw.slice(0, 80)}`)
