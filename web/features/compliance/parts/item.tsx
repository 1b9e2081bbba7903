import { type ComplianceItem, conflictAdvice, itemNames } from '#contract/compliance.ts'
import { clientPath, complianceItemPath, firmMatterPath } from '#contract/kit/pages.ts'
import { QueueMarks, useIsTaken } from '#web/features/queue/hooks.tsx'
import { dateTimeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'

interface ItemProps {
  item: ComplianceItem
  decide?: () => void
  reopen: () => void
}

/** One item, with what was decided about it now and before. */
export const Item = ({ item, decide, reopen }: ItemProps) => {
  const { kind, client, matter, words, raisedAt, decision } = item
  const isTaken = useIsTaken()(item)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="text-section wrap-anywhere">
            <TextLink to={clientPath(client.id)}>{client.name}</TextLink>
          </h2>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {matter && (
              <>
                <TextLink to={firmMatterPath(matter.id)}>{matter.title}</TextLink> · {matter.reference} ·{' '}
              </>
            )}
            <Ago at={raisedAt} />
          </p>
        </div>
        {decision ? <Badge plain>{itemNames[kind]}</Badge> : <Badge tone="warn">{itemNames[kind]}</Badge>}
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      <ChangedAnswer item={item} />
      {kind === 'conflict' && !decision && <p className="text-sm text-ink-soft">{conflictAdvice}</p>}
      {decide && <QueueMarks facts={item} />}
      {decision ? (
        <div className="grid gap-0.5 border-t border-line pt-3">
          <p className="wrap-anywhere whitespace-pre-line">{decision.words}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {decision.by} · {dateTimeText(decision.at)}
          </p>
          <Button
            size="small"
            className="mt-2 justify-self-start"
            aria-label={`Reopen: ${itemNames[kind]}, ${client.name}`}
            onClick={reopen}
          >
            Reopen
          </Button>
        </div>
      ) : (
        decide &&
        !isTaken && (
          <div className="flex flex-wrap items-center gap-4">
            <Button
              variant="primary"
              size="small"
              aria-label={`Decide: ${itemNames[kind]}, ${client.name}`}
              onClick={decide}
            >
              Decide
            </Button>
          </div>
        )
      )}
      {item.earlier.length > 0 && <Earlier item={item} />}
      {decide && !decision && <TextLink to={complianceItemPath(item.id)}>Open, snooze or assign</TextLink>}
    </Card>
  )
}

/** Says that the client no longer gives the answer behind an item. */
export const ChangedAnswer = ({ item: { client, changedAt } }: Pick<ItemProps, 'item'>) =>
  changedAt && (
    <Callout tone="warn" title="The client has changed this answer">
      They sent other answers on {dateTimeText(changedAt)}.{' '}
      <TextLink to={clientPath(client.id)}>Read what they say now</TextLink>
    </Callout>
  )

/** What was decided before, and why that was taken back. */
const Earlier = ({ item: { earlier } }: Pick<ItemProps, 'item'>) => (
  <ul aria-label="Earlier decisions" className="grid gap-3 border-t border-line pt-3">
    {earlier.map(({ words, by, at, reason, reopenedBy, reopenedAt }) => (
      <li key={reopenedAt.toISOString()} className="grid gap-0.5 text-sm">
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">Decided before:</span> {words}
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {by} · {dateTimeText(at)}
        </p>
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">Reopened:</span> {reason || 'Undone straight away'}
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {reopenedBy} · {dateTimeText(reopenedAt)}
        </p>
      </li>
    ))}
  </ul>
)
