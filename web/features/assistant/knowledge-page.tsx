import { useState } from 'react'
import type { KnowledgeArticle } from '#contract/assistant.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { useArticles } from './knowledge-hooks.ts'
import { ArticleDialog } from './parts/article-dialog.tsx'
import { Gaps } from './parts/gaps.tsx'
import { ModelCard } from './parts/model-card.tsx'

/** What the assistant answers from, for the people of the firm: to review, to change, and to see what is missing. */
export const KnowledgePage = () => (
  <Page
    title="Obi's knowledge"
    lead="Obi answers clients from these articles. Each is a draft until someone at the firm has reviewed it."
  >
    <UnthrottledSuspense
      standIn={
        <SkeletonGroup>
          <SkeletonCard />
          <SkeletonCard />
        </SkeletonGroup>
      }
    >
      <Gaps />
      <Articles />
      <ModelCard />
    </UnthrottledSuspense>
  </Page>
)

const groupNames: Record<string, string> = {
  documents: 'Documents',
  identity: 'Identity and bank account',
  funds: 'Source of funds',
  fees: 'Fees and payments',
  conveyancing: 'Buying and selling',
  private: 'Private matters',
  rights: 'Rights, data and complaints',
  account: 'Using the portal',
}

const Articles = () => {
  const articles = useArticles()
  const [chosen, choose] = useState<string | null>(null)
  const open = articles.find(({ id }) => id === chosen)
  return (
    <>
      {Object.entries(groupNames).map(([group, name]) => {
        const inGroup = articles.filter((article) => article.group === group)
        const reviewed = inGroup.filter(({ reviewedAt }) => reviewedAt !== null).length
        return (
          <Section key={group} title={name} subtitle={`${reviewed} of ${inGroup.length} reviewed`}>
            {inGroup.map((article) => (
              <ArticleRow key={article.id} article={article} onOpen={() => choose(article.id)} />
            ))}
          </Section>
        )
      })}
      {open && <ArticleDialog key={open.id} article={open} onClose={() => choose(null)} />}
    </>
  )
}

const ArticleRow = ({ article, onOpen }: { article: KnowledgeArticle; onOpen: () => void }) => (
  <Row
    title={article.title}
    badge={
      article.reviewedAt === null ? (
        <Badge tone="warn">Draft for your firm to review</Badge>
      ) : (
        <Badge tone="ok">Reviewed</Badge>
      )
    }
    detail={detailOf(article)}
    action={
      <Button size="small" onClick={onOpen} aria-label={`Open ${article.title}`}>
        Open
      </Button>
    }
  />
)

const detailOf = ({ reviewedAt, reviewedBy, isChanged, source }: KnowledgeArticle) =>
  [
    isChanged && "In your firm's words",
    reviewedAt && `Reviewed on ${dateText(reviewedAt)}${reviewedBy ? ` by ${reviewedBy}` : ''}`,
    `Source: ${source}`,
  ]
    .filter(Boolean)
    .join(' · ')
