import { clientPath } from '#contract/pages.ts'
import { type FirmRequest, isAnswered, privacy, requestNames } from '#contract/privacy.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { dateText, daysBetween, today } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Gone, MarkedItem } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useFirmRequests } from './hooks.ts'
import { AnswerDialog } from './parts/answer-dialog.tsx'

/** What clients ask for under the law, and by when it is answered. */
export const FirmRequestsPage = () => (
  <Page
    title="Requests and complaints"
    lead="Data protection requests and complaints from clients. An administrator must answer by the date shown."
  >
    <AsyncBoundary skeleton={<ListSkeleton />}>
      <RequestCards />
    </AsyncBoundary>
  </Page>
)

const RequestCards = () => {
  const requests = useFirmRequests()
  const { thing: named, isGone } = useDeepLinkTarget('request', {
    things: requests,
    from: privacy.firmRequests,
  })
  const { role } = useUser()
  if (requests.length === 0)
    return (
      <Card>
        <Empty title="Nothing to answer">Your clients' complaints and erasure requests appear here.</Empty>
      </Card>
    )
  return (
    <>
      {isGone && <Gone what="request">Everything your clients have asked for is listed here.</Gone>}
      <ul className="grid gap-4">
        {requests.map((request) => (
          <MarkedItem key={request.id} isNamed={request === named}>
            <RequestCard request={request} canAnswer={role === 'administrator'} />
          </MarkedItem>
        ))}
      </ul>
    </>
  )
}

const RequestCard = ({ request, canAnswer }: { request: FirmRequest; canAnswer: boolean }) => {
  const { kind, reference, client, createdAt, words, wish, answer, answeredAt, keptUntil } = request
  return (
    <Card className="grid gap-3.5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <p className="text-sm wrap-anywhere">
            <TextLink to={clientPath(client.id)}>{client.name}</TextLink>
          </p>
          <h2 className="text-section leading-snug">{requestNames[kind]}</h2>
          <p className="figures text-sm text-ink-soft">
            {reference} · received on {dateText(createdAt)}
          </p>
        </div>
        <Due request={request} />
      </div>
      {words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>}
      {wish && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">What would put it right: </span>
          {wish}
        </p>
      )}
      {answer && answeredAt && (
        <div className="grid gap-1 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm font-semibold">Answered on {dateText(answeredAt)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
          {keptUntil && <p className="text-sm text-ink-soft">Kept until {dateText(keptUntil)}</p>}
        </div>
      )}
      {canAnswer && !isAnswered(request) && (
        <div>
          <AnswerDialog request={request} />
        </div>
      )}
    </Card>
  )
}

const Due = ({ request }: { request: FirmRequest }) => {
  if (isAnswered(request)) return <Badge tone="ok">Answered</Badge>
  const left = daysBetween(today(), request.dueOn)
  const tone = left < 0 ? 'stop' : left <= 7 ? 'warn' : 'info'
  return (
    <Badge tone={tone}>
      {left < 0 ? 'Was due by' : 'Answer by'} {dateText(request.dueOn)}
    </Badge>
  )
}

const ListSkeleton = () => (
  <SkeletonGroup words="Loading the requests">
    <SkeletonCard rows={2} />
    <SkeletonCard rows={2} />
  </SkeletonGroup>
)
