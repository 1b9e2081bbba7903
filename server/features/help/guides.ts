import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guide, GuideAudience, GuideBlock, GuideWords } from '#contract/help.ts'
import { helpPath } from '#contract/kit/pages.ts'
import { parseGuide, plainOf } from './parse-guide.ts'

/** A section in the search index. */
export interface GuideSection {
  guideId: string
  guideTitle: string
  id: string
  title: string
  /** Other words with which people ask for it. */
  phrasings: string
  /** All its words, without mark-up. */
  text: string
}

/** Every document that the help shows, in the order of its table of contents. */
const guideFiles: readonly { id: string; file: string; audience: GuideAudience }[] = [
  { id: 'client', file: 'docs/guides/client.md', audience: 'everyone' },
  { id: 'accessibility', file: 'docs/accessibility.md', audience: 'everyone' },
  { id: 'fee-earner', file: 'docs/guides/fee-earner.md', audience: 'firm' },
  { id: 'compliance', file: 'docs/guides/compliance.md', audience: 'firm' },
  { id: 'cashier', file: 'docs/guides/cashier.md', audience: 'firm' },
  { id: 'payments', file: 'docs/payments.md', audience: 'firm' },
  { id: 'pay-by-bank', file: 'docs/pay-by-bank.md', audience: 'firm' },
  { id: 'inspector', file: 'docs/inspector.md', audience: 'firm' },
  { id: 'administrator', file: 'docs/guides/administrator.md', audience: 'administrators' },
  { id: 'sign-in', file: 'docs/sign-in.md', audience: 'administrators' },
  { id: 'text-messages', file: 'docs/text-messages.md', audience: 'administrators' },
  { id: 'identity-providers', file: 'docs/identity-providers.md', audience: 'administrators' },
  { id: 'operations', file: 'docs/operations.md', audience: 'administrators' },
  { id: 'storage', file: 'docs/storage.md', audience: 'administrators' },
  { id: 'scaling', file: 'docs/scaling.md', audience: 'administrators' },
  { id: 'upgrading', file: 'docs/upgrading.md', audience: 'administrators' },
  { id: 'privacy', file: 'docs/privacy.md', audience: 'administrators' },
  { id: 'security', file: 'docs/security.md', audience: 'administrators' },
  { id: 'licences', file: 'docs/licences.md', audience: 'administrators' },
]

const root = join(import.meta.dirname, '../../..')

interface ReadGuide {
  guide: Guide
  sections: GuideSection[]
}

let shown: ReadGuide[] | undefined

/**
 * Returns all guides, which are read at the first call. Throws if a document contains something that cannot be shown.
 */
export const allGuides = (): readonly ReadGuide[] => (shown ??= guideFiles.map(readGuide))

function readGuide({ id, file, audience }: (typeof guideFiles)[number]): ReadGuide {
  const { title, lead, blocks, phrasings } = parseGuide(file, readFileSync(join(root, file), 'utf8'))
  const sections = sectionsOf(blocks)
  return {
    guide: {
      id,
      title,
      lead,
      audience,
      sections: sections.map((section) => ({ id: section.id, title: section.title })),
      blocks: blocks.map((block) => withTargets(block, (to) => placeOf(to, id))),
    },
    sections: sections.map((section) => ({
      ...section,
      guideId: id,
      guideTitle: title,
      phrasings: phrasings.get(section.id) ?? '',
    })),
  }
}

/** Returns the block with each link replaced by the result of `place`. */
export function withTargets(block: GuideBlock, place: (to: string) => string | null): GuideBlock {
  const line = (words: GuideWords[]) =>
    words.map((part) => (part.to === null ? part : { ...part, to: place(part.to) }))
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, words: line(block.words) }
    case 'list':
      return {
        ...block,
        items: block.items.map(({ words, below }) => ({ words: line(words), below: below.map(line) })),
      }
    case 'table':
      return { ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) }
    default:
      return block
  }
}

/**
 * Returns where a link of a document leads in the portal, or null for what the portal does not show, such as a source
 * file.
 */
function placeOf(to: string, own: string) {
  if (/^https?:/.test(to)) return to
  const [file = '', section] = to.split('#')
  const id = file === '' ? own : guideFiles.find((guide) => guide.file === file)?.id
  return id === undefined ? null : helpPath(id, section)
}

function sectionsOf(blocks: readonly GuideBlock[]): Pick<GuideSection, 'id' | 'title' | 'text'>[] {
  const sections: { id: string; title: string; lines: string[] }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2)
      sections.push({ id: block.id, title: plainOf(block.words), lines: [] })
    else sections.at(-1)?.lines.push(...linesOf(block))
  }
  return sections.map(({ id, title, lines }) => ({ id, title, text: lines.join(' ') }))
}

function linesOf(block: GuideBlock): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [plainOf(block.words)]
    case 'list':
      return block.items.flatMap(({ words, below }) => [words, ...below].map(plainOf))
    case 'table':
      return block.rows.flatMap((row) => row.map(plainOf))
    case 'picture':
      return [block.alternative]
    case 'code':
      return []
  }
}
