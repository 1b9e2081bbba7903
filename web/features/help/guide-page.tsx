import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { type Guide, type GuideEntry, help } from '#contract/help.ts'
import { pages } from '#contract/kit/pages.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Blocks } from './parts/blocks.tsx'
import { SectionLinks } from './parts/section-links.tsx'

/** One guide, with its sections at its side. */
export const GuidePage = () => {
  const { guide = '' } = useParams()
  return (
    <AsyncBoundary key={guide} page="Help" skeleton={<GuideSkeleton />}>
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

/** At the side where there is room; elsewhere folded, so that the guide itself is seen first. */
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

/** Goes to the section that the address names, each time it names one: only now is it on the page. */
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
