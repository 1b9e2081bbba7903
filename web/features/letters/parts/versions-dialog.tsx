import type { LetterTemplate } from '#contract/letter-templates/letter-templates.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useVersions } from '../hooks.ts'

interface VersionsDialogProps {
  template: LetterTemplate
  close: () => void
}

/** What a template said, and since when. */
export const VersionsDialog = ({ template, close }: VersionsDialogProps) => (
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
