import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  careLetterKey,
  kindNames,
  type LetterTemplate,
  letterTemplates,
  type TemplateKey,
} from '#contract/letter-templates/letter-templates.ts'
import { dateText, dateTimeText } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { templateAnswers, useTemplates, useVersions } from './hooks.ts'
import { TemplateDialog } from './parts/template-dialog.tsx'

const lead =
  'The letters and deeds your firm writes on a case. Each change is a new version; letters already sent stay as they were.'

/** The templates of letters, for administrators. */
export const LetterTemplatesPage = () => (
  <AsyncBoundary
    page="Letters"
    skeleton={
      <Page title="Letters" lead={lead}>
        <SkeletonCard rows={5} />
      </Page>
    }
  >
    <Templates />
  </AsyncBoundary>
)

/** Null while no dialog is open. */
type Opened = { what: 'edit' | 'versions'; key: TemplateKey } | { what: 'new' } | null

const Templates = () => {
  const templates = useTemplates()
  const [opened, open] = useState<Opened>(null)
  const [current, retired] = [templates.filter((t) => !t.isRetired), templates.filter((t) => t.isRetired)]
  const chosen = opened && opened.what !== 'new' ? templates.find(({ key }) => key === opened.key) : undefined
  const rows = (listed: LetterTemplate[]) =>
    listed.map((template) => <TemplateRow key={template.key} template={template} open={open} />)
  return (
    <Page
      title="Letters"
      lead={lead}
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => open({ what: 'new' })}>
          New template
        </Button>
      }
    >
      <Section title="Templates" subtitle="Fee earners choose from these on the page of a case.">
        {rows(current)}
      </Section>
      {retired.length > 0 && (
        <Section title="No longer in use" subtitle="Their versions are kept.">
          {rows(retired)}
        </Section>
      )}
      {opened?.what === 'new' && <TemplateDialog template={null} close={() => open(null)} />}
      {opened?.what === 'edit' && chosen && (
        <TemplateDialog key={chosen.key} template={chosen} close={() => open(null)} />
      )}
      {opened?.what === 'versions' && chosen && <VersionsDialog template={chosen} close={() => open(null)} />}
    </Page>
  )
}

interface TemplateRowProps {
  template: LetterTemplate
  open: (opened: Opened) => void
}

const TemplateRow = ({ template, open }: TemplateRowProps) => {
  const { key, name, kind, isShipped, isRetired, version, publishedAt, publishedBy } = template
  const { mutate, isPending } = useCommand(letterTemplates.retire, { refreshes: templateAnswers })
  const retire = () =>
    mutate(
      { key, isRetired: !isRetired },
      { onError: ({ message }) => toast({ title: 'Not changed', description: message, variant: 'error' }) },
    )
  return (
    <Row
      stacks
      title={name}
      badge={
        <span className="flex flex-wrap gap-1.5">
          {kind === 'deed' && (
            <Badge tone="info" plain>
              {kindNames.deed}
            </Badge>
          )}
          <Badge tone={isShipped ? 'neutral' : 'ok'} plain>
            {isShipped ? 'Supplied' : `Version ${version}`}
          </Badge>
        </span>
      }
      detail={
        isShipped
          ? key === careLetterKey
            ? 'As supplied with the portal. Every new client is asked to sign it.'
            : 'As supplied with the portal'
          : `Published on ${publishedAt ? dateText(publishedAt) : ''} by ${publishedBy ?? ''}`
      }
      action={
        <span className="flex flex-wrap gap-2">
          {key !== careLetterKey && (
            <Button
              size="small"
              variant="ghost"
              busy={isPending}
              onClick={retire}
              aria-label={`${isRetired ? 'Use' : 'Stop using'} ${name}`}
            >
              {isRetired ? 'Use again' : 'Stop using'}
            </Button>
          )}
          <Button
            size="small"
            variant="ghost"
            onClick={() => open({ what: 'versions', key })}
            aria-label={`Versions of ${name}`}
          >
            Versions
          </Button>
          <Button size="small" onClick={() => open({ what: 'edit', key })} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        </span>
      }
    />
  )
}

interface VersionsDialogProps {
  template: LetterTemplate
  close: () => void
}

/** The versions of a template, with their dates. */
const VersionsDialog = ({ template, close }: VersionsDialogProps) => (
  <Dialog open size="large" onOpenChange={close} title={`Versions of ${template.name}`}>
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Versions template={template} />
    </AsyncBoundary>
  </Dialog>
)

const Versions = ({ template: { key } }: Pick<VersionsDialogProps, 'template'>) => (
  <ul className="grid gap-3">
    {useVersions(key).map(({ version, isShipped, note, publishedAt, publishedBy, text }) => (
      <li key={version} className="rounded-xl border border-line">
        <details>
          <summary className="cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
            {isShipped ? 'As supplied' : `Version ${version}`}
            {note && <span className="font-normal"> · {note}</span>}
            {publishedAt && (
              <span className="block text-sm font-normal text-ink-soft">
                {dateTimeText(publishedAt)} by {publishedBy}
              </span>
            )}
          </summary>
          <pre className="overflow-x-auto border-t border-line px-4 py-3 font-sans text-sm wrap-anywhere whitespace-pre-wrap">
            {text}
          </pre>
        </details>
      </li>
    ))}
  </ul>
)
