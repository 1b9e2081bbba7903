import { RotateCcw } from 'lucide-react'
import type { TemplateStep } from '#contract/templates/step.ts'
import type { TemplateVersion } from '#contract/templates/templates.ts'
import { counted, dateTimeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'

interface VersionsProps {
  versions: readonly TemplateVersion[]
  useAgain: (steps: TemplateStep[]) => void
}

/** The published versions, newest first. */
export const Versions = ({ versions, useAgain }: VersionsProps) => (
  <Card padded={false} className="mt-5">
    {versions.length === 0 && <Empty title="No versions yet">Publish the draft to start using it.</Empty>}
    <ol aria-label="Versions" className="divide-y divide-line">
      {versions.map(({ version, steps, note, publishedAt, publishedBy }, index) => (
        <li key={version}>
          <Row
            title={`Version ${version}`}
            badge={
              index === 0 && (
                <Badge tone="ok" plain>
                  In use
                </Badge>
              )
            }
            detail={
              <>
                <p className="wrap-anywhere whitespace-pre-line">{note}</p>
                <p>
                  {[counted(steps.length, 'step'), dateTimeText(publishedAt), publishedBy]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </>
            }
            action={
              index > 0 && (
                <Button size="small" icon={<RotateCcw />} onClick={() => useAgain([...steps])}>
                  Use as draft
                </Button>
              )
            }
          />
        </li>
      ))}
    </ol>
  </Card>
)
