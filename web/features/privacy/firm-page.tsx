import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FirmRequest, isAnswered, privacy, requestNames } from '#contract/privacy.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { dateText, daysBetween, today } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { HighlightedItem, NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFirmRequests } from './hooks.ts'

/** Clients' data protection requests and complaints, with the dates by which to answer them. */
export const FirmRequestsPage = () => (
  <Page
    title="Requests and complaints"
    lead="Data protection requests and complaints from clients. They must be answered by the date shown."
  >
    <AsyncBoundary skeleton={<ListSkeleton />}>
      <RequestCards />
    </AsyncBoundary>
  </Page>
)

const RequestCards = () => {
  const requests = useFirmRequests()
  const { thing: target, isGone } = useDeepLinkTarget('request', {
    things: requests,
    from: privacy.firmRequests,
  })
  const mayDo = useMay()
  if (requests.length === 0)
    return (
      <Card>
        <Empty title="Nothing to answer">Your clients' complaints and erasure requests appear here.</Empty>
      </Card>
    )
  return (
    <>
      {isGone && (
        <NotFoundNotice thing="request">
          Everything your clients have asked for is listed here.
        </NotFoundNotice>
      )}
      <ul className="grid gap-4">
        {requests.map((request) => (
          <HighlightedItem key={request.id} isTarget={request === target}>
            <RequestCard request={request} canAnswer={mayDo('privacy.answer')} />
          </HighlightedItem>
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
            <ClientName client={client} />
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
      {canAnswer && <AnswerDialog request={request} />}
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

/** Stays open when a colleague answers first, so that nothing typed is lost and the refusal can be read. */
const AnswerDialog = ({ request }: { request: FirmRequest }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        isAnswered(request) ? undefined : (
          <Button
            variant="primary"
            className="justify-self-start"
            aria-label={`Answer ${request.reference}, ${request.client.name}`}
          >
            Answer
          </Button>
        )
      }
      title={`Answer ${request.reference}`}
      description="Your client will be told and can read it in the portal. You can only answer once."
    >
      <AnswerForm request={request} close={() => setOpen(false)} />
    </Dialog>
  )
}

const AnswerForm = ({ request: { id, kind }, close }: { request: FirmRequest; close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(privacy.answer, {
    start: { id, answer: '' },
    done: async () => {
      close()
      toast({ title: 'Answer sent', description: 'Your client has been told.', variant: 'success' })
      await refresh(cache, [privacy.firmRequests])
    },
    refused: ({ code }) => void (code === 'conflict' && refresh(cache, [privacy.firmRequests])),
  })
  return (
    <form {...form.props} className="grid gap-5">
      {kind === 'erasure' && (
        <p>
          This portal doesn't erase anything automatically. Say what you have erased or will erase, and what
          you must keep and why: for example, records of identity checks are kept for five years after the
          business relationship ends (regulation 40, MLR 2017).
        </p>
      )}
      <TextArea label="Answer" required rows={6} {...form.field('answer')} />
      {kind === 'erasure' && (
        <DateField
          label="Kept until"
          optional
          min={today()}
          {...form.control('keptUntil')}
          value={form.watch('keptUntil') ?? ''}
          onChange={(day) => form.control('keptUntil').onChange(day || undefined)}
        />
      )}
      <AskingFormFooter form={form} cancel={close}>
        Send answer
      </AskingFormFooter>
    </form>
  )
}
