import { useQueryClient } from '@tanstack/react-query'
import { differencesOf } from '#contract/templates/differences.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { type Template, templates } from '#contract/templates/templates.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface PublishDialogProps {
  template: Template
  steps: readonly TemplateStep[]
  revision: number
  published: (template: Template) => void
  close: () => void
}

/** Shows the changes, and publishes them with a note. */
export const PublishDialog = ({ template, steps, revision, published, close }: PublishDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(templates.publish, {
    start: { id: template.id, revision, note: '' },
    done: async (next) => {
      published(next)
      await refresh(cache, [templates.list, templates.one])
      toast({ title: `Version ${next.versions[0]?.version ?? 1} is published`, variant: 'success' })
      close()
    },
  })
  const { isDirty } = form.formState
  const { cancel, question } = useDiscardQuestion(isDirty, close)
  useUnloadQuestion(isDirty)
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title="Publish this template"
      description="New cases start from it. Cases under way keep their version; each case page shows what would change."
    >
      <form {...form.props} className="grid gap-5">
        <Changes from={template.versions[0]?.steps ?? []} to={steps} />
        <TextArea
          label="What has changed?"
          hint="Your colleagues read this before they move a case to the new version"
          required
          {...form.field('note')}
        />
        <FormFooter form={form} cancel={cancel}>
          Publish
        </FormFooter>
      </form>
      <DiscardQuestion
        {...question}
        title="Discard your note?"
        description="It will be lost. The draft is saved, and nothing is published."
      />
    </Dialog>
  )
}

const Changes = ({ from, to }: { from: readonly TemplateStep[]; to: readonly TemplateStep[] }) => {
  const { added, removed, changed } = differencesOf(from, to)
  const lines = [
    ...added.map(({ title }) => `Added: ${title}`),
    ...removed.map(({ title }) => `Removed: ${title}`),
    ...changed.map(({ step, aspects }) => `Changed: ${step.title} (${aspects.join('; ')})`),
  ]
  if (lines.length === 0) return <p className="text-ink-soft">Only the order of the steps changes.</p>
  return (
    <ul aria-label="Changes" className="grid max-h-60 gap-1 overflow-y-auto text-sm">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}
