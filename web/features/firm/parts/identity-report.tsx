import { FileCheck2, Trash2 } from 'lucide-react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type IdentityReport, identityReports, type ReportStatus } from '#contract/identity/reports.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'

const tones = {
  starting: 'info',
  open: 'info',
  reported: 'neutral',
  ended: 'neutral',
  unknown: 'warn',
} as const satisfies Record<ReportStatus, string>

const statusWords: Record<ReportStatus, string> = {
  starting: 'Starting',
  open: 'Waiting for the client',
  reported: 'Report',
  ended: 'Ended without a report',
  unknown: 'No answer',
}

interface ReportProps {
  /** Whom it is about. */
  id: UserId
  report: IdentityReport
  mayDecide: boolean
}

const titleOf = ({ provider, status, checkedOn }: IdentityReport) =>
  status === 'reported' && checkedOn
    ? `Report by ${provider} of ${dateText(checkedOn)}`
    : `Check by ${provider}`

const origins: Record<IdentityReport['source'], string> = {
  uploaded: 'Uploaded by',
  received: 'Sent by',
  asked: 'Asked for by',
}

/** What one provider reported, and what can be done with it. */
export const Report = ({ id, report, mayDecide }: ReportProps) => {
  const { id: reportId, status, registerEntry, reference, level, result, steps, url } = report
  const refreshes = [identityReports.ofClient]
  const look = useCommand(identityReports.look, { refreshes })
  const remove = useCommand(identityReports.remove, { refreshes })
  const title = titleOf(report)
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">{title}</h3>
        <Badge tone={tones[status]} plain>
          {statusWords[status]}
        </Badge>
        {mayDecide && status !== 'starting' && (
          <RemoveReport
            title={title}
            busy={remove.isPending}
            remove={() => remove.mutate({ id, reportId })}
          />
        )}
      </div>
      {result && <p className="wrap-anywhere">It says: “{result}”</p>}
      <Facts
        facts={[
          ['Level it claims', level],
          ['Register entry', registerEntry],
          ['Reference', reference],
          ...steps.map((step): [string, string] => [step.name, step.result]),
        ]}
      />
      {status === 'unknown' && (
        <p className="text-sm">
          {report.provider} didn't answer, so we don't know whether a check was started. You can start another
          one.
        </p>
      )}
      {url && (
        <TextField
          label="Send this link to the client"
          hint="They're checked on the provider's own page."
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
      )}
      {status === 'open' && mayDecide && (
        <div>
          <Button size="small" busy={look.isPending} onClick={() => look.mutate({ id, reportId })}>
            Check again now
          </Button>
        </div>
      )}
      <FormFault>{(look.error ?? remove.error)?.message}</FormFault>
      <Origin id={id} report={report} />
    </div>
  )
}

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <dl className="grid gap-1">
    {facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
          <dt className="text-sm wrap-anywhere text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
)

interface RemoveReportProps {
  title: string
  busy: boolean
  remove: () => void
}

const RemoveReport = ({ title, busy, remove }: RemoveReportProps) => (
  <Confirm
    trigger={<IconButton label={`Remove: ${title}`} icon={<Trash2 />} />}
    destructive
    title="Remove this report?"
    description="Only remove it if it was added by mistake. The audit trail keeps that it was here."
    confirmLabel="Remove"
    busy={busy}
    onConfirm={remove}
  />
)

/** The report itself, as a file if there is one, and who it came from. */
const Origin = ({ id, report: { id: reportId, file, source, by, at } }: Omit<ReportProps, 'mayDecide'>) => (
  <p className="text-sm wrap-anywhere text-ink-soft">
    {file && (
      <>
        <a
          href={urlOf(identityReports.file, { id, reportId })}
          download
          className="font-medium text-brand underline underline-offset-3"
        >
          <FileCheck2 className="mr-1 inline size-4!" />
          {file.name}
        </a>
        {' · '}
      </>
    )}
    {`${origins[source]} ${by}, ${dateText(at)}`}
  </p>
)
