import { useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { templatePath } from '#contract/kit/pages.ts'
import { type TemplateSummary, templates } from '#contract/templates/templates.ts'
import { counted, dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'

/** The steps that new cases start with, by type of case. */
export const TemplatesPage = () => {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Templates"
      lead="What clients are asked to do in each type of case. New cases start from the published version; cases under way keep theirs until you move them."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          New template
        </Button>
      }
    >
      <AsyncBoundary skeleton={<TemplatesSkeleton />}>
        <Templates />
      </AsyncBoundary>
      {isAdding && <AddDialog close={() => setAdding(false)} />}
    </Page>
  )
}

const Templates = () => {
  const { data } = useSuspenseQuery(query(templates.list, {}))
  return (
    <Card padded={false}>
      <ul aria-label="Templates" className="divide-y divide-line">
        {data.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
    </Card>
  )
}

const TemplateRow = ({ template }: { template: TemplateSummary }) => {
  const { id, type, version, steps, publishedAt, hasDraft, matters } = template
  const published = publishedAt && `version ${version}, published ${dateText(publishedAt)}`
  return (
    <li>
      <Row
        mark={
          <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
            <ListChecks />
          </span>
        }
        title={<TextLink to={templatePath(id)}>{type}</TextLink>}
        badge={
          <>
            {hasDraft && (
              <Badge tone="info" plain>
                Draft
              </Badge>
            )}
            {version === null && <Badge tone="warn">Not published</Badge>}
          </>
        }
        detail={[
          counted(steps, 'step'),
          published,
          matters > 0 && `${counted(matters, 'case')} that you see started from it`,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </li>
  )
}

const AddDialog = ({ close }: { close: () => void }) => {
  const navigate = useNavigate()
  const form = useCommandForm(templates.add, {
    start: { type: '' },
    done: ({ id }) => navigate(templatePath(id)),
  })
  const { cancel, question } = useDiscardQuestion(form.formState.isDirty, close)
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title="New template"
      description="It starts as a copy of the general one."
    >
      <form {...form.props} className="grid gap-5">
        <TextField
          label="Type of case"
          hint="As you choose it when you open a case, such as Lease extension"
          required
          {...form.field('type')}
        />
        <FormFooter form={form} cancel={cancel}>
          Create draft
        </FormFooter>
      </form>
      <DiscardQuestion
        {...question}
        title="Discard what you wrote?"
        description="It will be lost. No template is created."
      />
    </Dialog>
  )
}

const TemplatesSkeleton = () => (
  <SkeletonGroup words="Loading templates">
    <SkeletonCard rows={7} />
  </SkeletonGroup>
)
