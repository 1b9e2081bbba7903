import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import {
  type Guide,
  type GuideBlock,
  type GuideEntry,
  type GuideWords,
  help,
  pictureSize,
} from '#contract/help.ts'
import { pages } from '#contract/kit/pages.ts'
import { query } from '#web/platform/queries.ts'
import { OutsideLink, TextLink } from '#web/ui/actions/link.tsx'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SectionLinks } from './parts/section-links.tsx'

/** One guide, with the list of its sections. */
export const GuidePage = () => {
  const { guide = '' } = useParams()
  return (
    <AsyncBoundary
      key={guide}
      page="Help"
      list={{ page: pages.help, words: 'All guides' }}
      skeleton={<GuideSkeleton />}
    >
      <ShownGuide id={guide} />
    </AsyncBoundary>
  )
}

const ShownGuide = ({ id }: { id: Guide['id'] }) => {
  const { data } = useSuspenseQuery(query(help.guide, { id }))
  useSectionOfAddress()
  return (
    <Page title={data.title} lead={data.lead}>
      <p data-print="hide" className="flex items-center gap-1.5">
        <ArrowLeft className="size-4! text-ink-soft" />
        <TextLink to={pages.help}>All guides</TextLink>
      </p>
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
        {data.sections.length > 1 && <SectionList guide={data} />}
        <div className="lg:col-start-1 lg:row-start-1">
          <Blocks blocks={data.blocks} />
        </div>
      </div>
    </Page>
  )
}

/** At the side if there is room. Otherwise folded, so that the guide itself is seen first. */
const SectionList = ({ guide }: { guide: GuideEntry }) => (
  <>
    <nav
      aria-labelledby="on-this-page"
      className="grid gap-2.5 rounded-xl border border-line bg-surface p-5 max-lg:hidden lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
    >
      <h2 id="on-this-page" className="text-base">
        On this page
      </h2>
      <SectionLinks guide={guide} isAtSide />
    </nav>
    <details data-print="hide" className="rounded-xl border border-line bg-surface px-5 py-1 lg:hidden">
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        On this page
        <ChevronDown />
      </summary>
      <nav aria-label="Sections" className="pb-3">
        <SectionLinks guide={guide} />
      </nav>
    </details>
  </>
)

/** Scrolls to the section in the address after each navigation. The browser can't, as the section is rendered later. */
const useSectionOfAddress = () => {
  const { hash, key } = useLocation()
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [hash, key])
}

const GuideSkeleton = () => (
  <SkeletonGroup words="Loading the guide">
    <SkeletonCard rows={1} />
    <SkeletonCard rows={8} />
  </SkeletonGroup>
)

/** URLs of all pictures in the guides, by file name. */
const pictures = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../docs/guides/pictures/*.webp', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** Renders the blocks of a guide with the portal's own components. */
const Blocks = ({ blocks }: { blocks: readonly GuideBlock[] }) => (
  <div className="grid max-w-[72ch] gap-4">
    {blocks.map((block, at) => (
      <Block key={at} block={block} title={titleBefore(blocks, at)} />
    ))}
  </div>
)

/** Returns the title of a block's section, which labels its tables and code for screen readers. */
const titleBefore = (blocks: readonly GuideBlock[], at: number) => {
  const heading = blocks.slice(0, at).findLast(({ kind }) => kind === 'heading')
  return heading?.kind === 'heading' ? heading.words.map(({ text }) => text).join('') : ''
}

const Block = ({ block, title }: { block: GuideBlock; title: string }): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />
    case 'paragraph':
      return (
        <p className="wrap-anywhere">
          <Line words={block.words} />
        </p>
      )
    case 'list':
      return <List block={block} />
    case 'table':
      return (
        <Card padded={false}>
          <Table caption={title} columns={columnsOf(block)} rows={rowsOf(block)} rowKey={({ key }) => key} />
        </Card>
      )
    case 'code':
      return <CodeBlock label={title} code={block.text} />
    case 'picture':
      return (
        <img
          src={pictures[block.name]}
          alt={block.alternative}
          {...pictureSize}
          loading="lazy"
          className="h-auto w-full rounded-xl border border-line"
        />
      )
  }
}

type Of<K extends GuideBlock['kind']> = { block: Extract<GuideBlock, { kind: K }> }

const Heading = ({ block: { level, id, words } }: Of<'heading'>) =>
  level === 2 ? (
    <h2 id={id} tabIndex={-1} className="mt-5 scroll-mt-6 text-section first:mt-0">
      <Line words={words} />
    </h2>
  ) : (
    <h3 id={id} tabIndex={-1} className="mt-2 scroll-mt-6 font-semibold">
      <Line words={words} />
    </h3>
  )

const List = ({ block: { isOrdered, items } }: Of<'list'>) => {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag className={`grid gap-2 pl-6 marker:text-ink-soft ${isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {items.map(({ words, below }, at) => (
        <li key={at} className="wrap-anywhere">
          <Line words={words} />
          {below.length > 0 && (
            <ul className="mt-2 grid list-disc gap-2 pl-6 marker:text-ink-soft">
              {below.map((line, place) => (
                <li key={place}>
                  <Line words={line} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </Tag>
  )
}

const columnsOf = ({ head }: Of<'table'>['block']) =>
  head.map((words, at) => ({
    header: words.map(({ text }) => text).join(''),
    cell: ({ cells }: { cells: GuideWords[][] }) => (
      <span className="wrap-anywhere">
        <Line words={cells[at] ?? []} />
      </span>
    ),
    isTitle: at === 0,
  }))

const rowsOf = ({ rows }: Of<'table'>['block']) => rows.map((cells, at) => ({ key: String(at), cells }))

const Line = ({ words }: { words: readonly GuideWords[] }) =>
  words.map((part, at) => <Words key={at} part={part} />)

const Words = ({ part: { text, style, to } }: { part: GuideWords }) => {
  const styled = style === 'plain' ? text : <Styled style={style}>{text}</Styled>
  if (to === null) return styled
  return to.startsWith('/') ? (
    <TextLink to={to}>{styled}</TextLink>
  ) : (
    <OutsideLink href={to}>{styled}</OutsideLink>
  )
}

const Styled = ({ style, children }: { style: Exclude<GuideWords['style'], 'plain'>; children: string }) => {
  if (style === 'strong') return <strong>{children}</strong>
  if (style === 'emphasis') return <em>{children}</em>
  return <code className="rounded bg-sunken px-1 py-0.5 text-[0.92em]">{children}</code>
}
