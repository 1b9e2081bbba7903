import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type KnowledgeArticle, knowledge } from '#contract/assistant/assistant.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { Checkbox, Switch } from '#web/ui/fields/choices.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Confirm, DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/**
 * The articles that the assistant answers from, for staff to review and change, and the questions without an answer.
 */
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

const useArticles = () => useSuspenseQuery(query(knowledge.articles, {})).data
const useGaps = () => useSuspenseQuery(query(knowledge.gaps, {})).data
const useModel = () => useQuery(query(knowledge.model, {})).data

const useRestoreArticle = () => useCommand(knowledge.restore, { refreshes: [knowledge.articles] })
const useCloseGap = () => useCommand(knowledge.closeGap, { refreshes: [knowledge.gaps] })
const useSwitchModel = () => useCommand(knowledge.switchModel, { refreshes: [knowledge.model] })

const useRefreshArticles = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [knowledge.articles])
}

/** Questions without an answer, the most frequent first. */
const Gaps = () => {
  const gaps = useGaps()
  const close = useCloseGap()
  return (
    <Section
      title="Questions without an answer"
      subtitle={gaps.length === 0 ? 'None at the moment' : 'Most asked first, without names or numbers'}
      defaultOpen={gaps.length > 0}
    >
      {gaps.length === 0 && (
        <p className="px-4.5 py-4 text-ink-soft">
          When Obi doesn't know something, the question appears here.
        </p>
      )}
      {gaps.map(({ id, question, times, lastAskedAt }) => (
        <Row
          key={id}
          title={question}
          detail={
            <>
              Asked {times === 1 ? 'once' : `${times} times`}. Last asked: <Ago at={lastAskedAt} />
            </>
          }
          action={
            <Button
              size="small"
              busy={close.isPending && close.variables.id === id}
              onClick={() => close.mutate({ id })}
              aria-label={`Done: ${question}`}
            >
              Done
            </Button>
          }
        />
      ))}
    </Section>
  )
}

/** Says which language model answers besides the built-in assistant, and what it receives. */
const ModelCard = () => {
  const model = useModel()
  const change = useSwitchModel()
  const mayDo = useMay()
  if (!model) return null
  return (
    <Card className="grid gap-3">
      <CardTitle>Language model</CardTitle>
      {model.name === null ? (
        <p className="text-ink-soft">
          None is connected: Obi answers by itself, on this machine. An administrator can connect one under
          Integrations, Connections.
        </p>
      ) : (
        <>
          <Switch
            label={`Let ${model.name} answer`}
            hint={`It runs at ${model.host}`}
            checked={model.isOn}
            disabled={!mayDo('settings.manage') || change.isPending}
            onChange={(isOn) =>
              change.mutate(
                { isOn },
                { onError: ({ message }) => toast({ title: message, variant: 'destructive' }) },
              )
            }
          />
          <p className="text-ink-soft">
            It is sent the question and the last six messages, without the client's name, email addresses,
            postcodes or long numbers, and the passages that match. It can also look up the client's tasks,
            documents, payments, cases, messages, appointments, signatures and team, which may include names.
            It can't change anything. Questions about danger, legal advice and other people are answered
            without it.
          </p>
        </>
      )}
    </Card>
  )
}

/** Edits one article and marks it as reviewed. */
const ArticleDialog = ({ article, onClose }: { article: KnowledgeArticle; onClose: () => void }) => {
  const refresh = useRefreshArticles()
  const { id, title, body, reviewedAt } = article
  const form = useCommandForm(knowledge.save, {
    start: { id, title, body, isReviewed: reviewedAt !== null },
    done: async () => {
      await refresh()
      toast({ title: 'Article saved' })
      onClose()
    },
  })
  const { isDirty } = form.formState
  const { cancel, question } = useDiscardQuestion(isDirty, onClose)
  useUnloadQuestion(isDirty)
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={title}
      description="Start each answer with ## and its heading. On the > line below, add other ways clients might ask. {firm}, {telephone}, {hours} and {reply} are filled in for you."
      size="large"
    >
      <form {...form.props} className="grid gap-4">
        <TextField label="Title" {...form.field('title')} />
        <TextArea label="Article" rows={16} {...form.field('body')} />
        <Checkbox label="Someone at the firm has reviewed this article" {...form.field('isReviewed')} />
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          {article.isChanged && <Restore article={article} onDone={onClose} />}
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save article
          </Button>
        </DialogFooter>
      </form>
      <DiscardQuestion
        {...question}
        title="Discard your changes to this article?"
        description="What you wrote here will be lost. The article stays as it is."
      />
    </Dialog>
  )
}

const Restore = ({ article, onDone }: { article: KnowledgeArticle; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const restore = useRestoreArticle()
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">Back to the original</Button>}
      title="Go back to the original article?"
      description="Your firm's version will be deleted, and the article becomes a draft again."
      confirmLabel="Go back"
      destructive
      busy={restore.isPending}
      onConfirm={() => restore.mutate({ id: article.id }, { onSuccess: onDone })}
    />
  )
}
