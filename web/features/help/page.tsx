import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BookOpen, Search, Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type GuideAudience, type GuideEntry, type GuidePassage, guideSearch, help } from '#contract/help.ts'
import { helpPath, pages } from '#contract/kit/pages.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SectionLinks } from './parts/section-links.tsx'

/** All guides that the user may read, and a field to ask a question. */
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

/** The guides nearest to the user's own work come first. */
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

interface QuestionProps {
  question: string
  /** Whether the user works at the firm. Obi answers staff, while others search the guides they may read. */
  isAtFirm: boolean
}

/** Puts the question into the URL, so that an answer has a link and the back button works. */
const QuestionForm = ({ question, isAtFirm }: QuestionProps) => {
  const [typed, setTyped] = useState(question)
  const navigate = useNavigate()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = typed.trim()
    void navigate(words === '' ? pages.help : `${pages.help}?${new URLSearchParams({ q: words })}`)
  }
  return (
    <form
      role="search"
      data-print="hide"
      onSubmit={send}
      className="flex max-w-180 flex-wrap items-end gap-2.5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          label={isAtFirm ? 'Ask Obi how to do something' : 'Search the guides'}
          name="question"
          type="search"
          autoComplete="off"
          maxLength={200}
          before={isAtFirm ? <Sparkles className="size-4!" /> : <Search className="size-4!" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" variant="primary" className="min-h-11">
        {isAtFirm ? 'Ask' : 'Search'}
      </Button>
    </form>
  )
}

/** The sections that answer a question, or a notice that none does. */
const Answers = ({ question, isAtFirm }: QuestionProps) => {
  const { data, error, refetch } = useQuery(query(guideSearch.find, { question }))
  if (error)
    return (
      <Callout
        tone="stop"
        announce="alert"
        title="The guides couldn't be searched"
        actions={
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Callout>
    )
  if (!data)
    return (
      <SkeletonGroup words="Searching the guides">
        <SkeletonCard rows={2} />
      </SkeletonGroup>
    )
  return (
    <section aria-labelledby="answers" className="grid gap-3">
      <h2 id="answers" className="text-section">
        <span role="status">{headingOf(data.length, isAtFirm)}</span>
      </h2>
      {data.length === 0 ? (
        <Card>
          <p className="max-w-[65ch]">
            No guide answers “{question}”. Please try other words, such as the name of a button, or look
            through the guides below.
          </p>
        </Card>
      ) : (
        <ul className="grid gap-3">
          {data.map((passage) => (
            <li key={`${passage.guideId} ${passage.sectionId}`}>
              <Passage passage={passage} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const headingOf = (count: number, isAtFirm: boolean) => {
  if (count === 0) return isAtFirm ? 'Obi found nothing in the guides' : 'Nothing found'
  return isAtFirm ? `Obi found ${counted(count, 'answer')} in the guides` : counted(count, 'answer')
}

const Passage = ({ passage: { guideId, guideTitle, sectionId, title, text } }: { passage: GuidePassage }) => (
  <Card className="grid gap-1.5">
    <h3 className="text-base font-semibold">
      <TextLink to={helpPath(guideId, sectionId)}>{title}</TextLink>
    </h3>
    <p className="max-w-[75ch] wrap-anywhere text-ink-soft">{text}</p>
    <p className="text-sm text-ink-soft">
      From: <span className="font-semibold text-ink">{guideTitle}</span>
    </p>
  </Card>
)
