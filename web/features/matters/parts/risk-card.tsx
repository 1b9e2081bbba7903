import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compliance, RiskLevel, type RiskMark, riskNames } from '#contract/compliance.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The compliance officer's risk rating of a matter. Clients never see it. */
export const RiskCard = ({ id }: { id: MatterId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <Risk id={id} />
  </AsyncBoundary>
)

const Risk = ({ id }: { id: MatterId }) => {
  const [now, ...before] = useSuspenseQuery(query(compliance.risk, { id })).data.marks
  const [isMarking, setMarking] = useState(false)
  const mayMark = useMay()('risk.decide')
  return (
    <Card>
      <CardTitle
        lead="Clients never see this."
        aside={
          mayMark && (
            <Button size="small" onClick={() => setMarking(true)}>
              {now ? 'Change' : 'Set risk'}
            </Button>
          )
        }
      >
        Risk
      </CardTitle>
      {now ? <Mark mark={now} /> : <p>The compliance officer hasn’t rated this case yet.</p>}
      {before.length > 0 && (
        <ul aria-label="Earlier" className="mt-3 grid gap-3 border-t border-line pt-3 text-ink-soft">
          {before.map((mark) => (
            <li key={mark.at.toISOString()}>
              <Mark mark={mark} />
            </li>
          ))}
        </ul>
      )}
      {isMarking && <RiskDialog id={id} level={now?.level ?? null} close={() => setMarking(false)} />}
    </Card>
  )
}

const Mark = ({ mark: { level, reason, by, at } }: { mark: RiskMark }) => (
  <div className="grid justify-items-start gap-1.5">
    <Badge tone={level === 'high' ? 'stop' : 'neutral'}>{riskNames[level]}</Badge>
    <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
    <p className="text-sm wrap-anywhere text-ink-soft">
      {by} · {dateText(at)}
    </p>
  </div>
)

interface RiskDialogProps {
  id: MatterId
  level: RiskLevel | null
  close: () => void
}

const RiskDialog = ({ id, level, close }: RiskDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(compliance.mark, {
    start: { id, ...(level && { level }), reason: '' },
    done: async (mark) => {
      toast({ title: riskNames[mark.level], variant: 'success' })
      close()
      await refresh(cache, [compliance.risk])
    },
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Risk of this case"
      description="Everyone at the firm who works on this case sees the rating and your reason. The client doesn't."
    >
      <form {...form.props} className="grid gap-5">
        <RadioGroup
          label="Rating"
          choices={RiskLevel.options.map((value) => ({ value, label: riskNames[value] }))}
          {...form.field('level')}
        />
        <TextArea label="Reason" required {...form.field('reason')} />
        <AskingFormFooter form={form} cancel={close}>
          Save
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}
