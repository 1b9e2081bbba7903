import type { ReactNode } from 'react'
import { type ClientRequest, isAnswered, privacy } from '#contract/privacy.ts'
import { dateText } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { useHighlight } from '#web/ui/data/deep-link-target.tsx'

/** What was asked before, and what became of it. */
export const RequestList = ({ label, requests }: { label: string; requests: ClientRequest[] }) => {
  const { thing: target } = useDeepLinkTarget('request', { things: requests, from: privacy.requests })
  if (requests.length === 0) return null
  return (
    <ul aria-label={label} className="-mx-5 mt-5 -mb-5 divide-y divide-line border-t border-line">
      {requests.map((request) => (
        <Entry key={request.id} isTarget={request === target}>
          <RequestEntry request={request} />
        </Entry>
      ))}
    </ul>
  )
}

const Entry = ({ isTarget, children }: { isTarget: boolean; children: ReactNode }) => (
  <li
    {...useHighlight<HTMLLIElement>(isTarget)}
    className={classes('grid gap-2 px-5 py-4', isTarget && 'bg-brand-tint outline-none')}
  >
    {children}
  </li>
)

const RequestEntry = ({ request }: { request: ClientRequest }) => {
  const { reference, createdAt, dueOn, words, answer, answeredAt, keptUntil } = request
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-semibold">{reference}</span>
        <span className="text-sm text-ink-soft">sent on {dateText(createdAt)}</span>
        <Badge tone={isAnswered(request) ? 'ok' : 'warn'}>
          {isAnswered(request) ? 'Answered' : 'Received'}
        </Badge>
      </p>
      {words && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{words}</p>}
      {answer && answeredAt ? (
        <div className="grid gap-1 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm font-semibold">Our answer on {dateText(answeredAt)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
          {keptUntil && <p className="text-sm text-ink-soft">Kept until {dateText(keptUntil)}</p>}
        </div>
      ) : (
        <p>You'll have our answer by {dateText(dueOn)}.</p>
      )}
    </>
  )
}
