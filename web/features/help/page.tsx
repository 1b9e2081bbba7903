import { useSuspenseQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type GuideAudience, type GuideEntry, help } from '#contract/help.ts'
import { helpPath } from '#contract/kit/pages.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Answers, QuestionForm } from './parts/question.tsx'
import { SectionLinks } from './parts/section-links.tsx'

/** Every guide that whoever is here may read, and a place to ask. */
export const HelpPage = () => {
  const [params] = useSearchParams()
  const question = params.get('q')?.trim() ?? ''
  return (
    <Page title="Help" lead="Step by step, in the words you see on the screen.">
      <AsyncBoundary
        skeleton={
          <SkeletonGroup words="Loading the guides">
            <SkeletonCard rows={1} />
            <SkeletonCard rows={6} />
          </SkeletonGroup>
        }
      >
        <Contents question={question} />
      </AsyncBoundary>
    </Page>
  )
}

const groups: Record<GuideAudience, string> = {
  everyone: 'For clients',
  firm: 'For everyone at the firm',
  administrators: 'For administrators',
}

/** The nearest to one's own work comes first. */
const order: readonly GuideAudience[] = ['firm', 'administrators', 'everyone']

const Contents = ({ question }: { question: string }) => {
  const { data } = useSuspenseQuery(query(help.contents, {}))
  const isAtFirm = data.some(({ audience }) => audience !== 'everyone')
  const shown = order
    .map((audience) => ({ audience, guides: data.filter((guide) => guide.audience === audience) }))
    .filter(({ guides }) => guides.length > 0)
  return (
    <>
      <QuestionForm key={question} question={question} isAtFirm={isAtFirm} />
      {question !== '' && <Answers question={question} isAtFirm={isAtFirm} />}
      {shown.map(({ audience, guides }) => (
        <section key={audience} aria-labelledby={`for-${audience}`} className="grid gap-3">
          <h2 id={`for-${audience}`} className={isAtFirm ? 'text-section' : 'sr-only'}>
            {isAtFirm ? groups[audience] : 'Guides'}
          </h2>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {guides.map((guide) => (
              <GuideCard key={guide.id} guide={guide} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

const GuideCard = ({ guide }: { guide: GuideEntry }) => (
  <Card className="grid gap-3">
    <h3 className="flex items-center gap-2.5 text-base font-semibold">
      <BookOpen className="text-brand" />
      <TextLink to={helpPath(guide.id)}>{guide.title}</TextLink>
    </h3>
    {guide.sections.length > 0 && <SectionLinks guide={guide} />}
  </Card>
)
