import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { withSource } from '#contract/accounts/personal-details.ts'
import { documentName } from '#contract/documents/documents.ts'
import { reasonsForReview } from '#contract/documents/review-words.ts'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { canWithdrawCheck, identity, type ReviewedVerification } from '#contract/identity/identity.ts'
import { fullName, nameInNormalCase } from '#contract/kit/names.ts'
import { clientPath, reviewPath } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { TaskId } from '#contract/tasks.ts'
import { reviewStatusOf } from '#web/features/documents/reviews/hooks.ts'
import {
  MatterLinks,
  type OpenQueueItem,
  QueueButtons,
  QueueNotice,
  QueueSteps,
  useHold,
  useIsTaken,
  useListOf,
  useQueuePlace,
} from '#web/features/queue/hooks.tsx'
import { dateText, dateTimeText, now } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { ClosedRolesHere, useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { FullHeight, Panes } from '#web/ui/layout/panes.tsx'
import { dismissToastsAbout } from '#web/ui/overlays/toast.ts'
import { CheckActions } from './dialog.tsx'
import { checkNames, factsOf } from './hooks.ts'
import { useDocumentsOf } from './parts/identity-pictures.tsx'

/**
 * One identity or bank check on one screen: what was submitted, what was found, who the client should be, and the
 * decision.
 */
export const CheckPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} page="Check" list={useListOf('check')} skeleton={<SkeletonCard rows={6} />}>
      <Check id={TaskId.parse(id)} />
    </AsyncBoundary>
  )
}

const Check = ({ id }: { id: TaskId }) => {
  const { data: check } = useSuspenseQuery(query(identity.check, { id }))
  if (!check) return <SentBack id={id} />
  return (
    <ClosedRolesHere value={check.closedRoles}>
      <Open check={check} />
    </ClosedRolesHere>
  )
}

/** Shown if the check is with the client again, so there is nothing to decide. */
const SentBack = ({ id }: { id: TaskId }) => (
  <div className="grid gap-4">
    <DocumentTitle>Check</DocumentTitle>
    <QueueSteps kind="check" place={useQueuePlace({ kind: 'check', id })} />
    <Card>
      <Empty title="Nothing to decide">
        The client hasn’t submitted this check, or has been asked for it again.
      </Empty>
    </Card>
  </div>
)

const queueItemOf = (check: ReviewedVerification): OpenQueueItem => ({
  kind: 'check',
  id: check.taskId,
  facts: check,
  isWaiting: check.outcome === 'review',
  client: check.client.firstName,
  title: `${checkNames[check.verificationType]} of ${fullName(check.client)}`,
})

const Evidence = ({ check }: { check: ReviewedVerification }) =>
  check.verificationType === 'id' ? (
    <Pictures check={check} />
  ) : (
    <DescriptionList variant="stacked" facts={factsOf(check)} />
  )

const Open = ({ check }: { check: ReviewedVerification }) => {
  const { taskId, client, verificationType, completedAt } = check
  const held = queueItemOf(check)
  const place = useQueuePlace(held)
  const list = useListOf('check')
  const navigate = useNavigate()
  const goOn = () => void navigate(place.after ?? list.page)
  const isTaken = useIsTaken()(check)
  const isIdentity = verificationType === 'id'
  useHold(held)
  return (
    <FullHeight>
      <DocumentTitle>{held.title}</DocumentTitle>
      <QueueSteps kind="check" place={place} />
      <header className="grid gap-1">
        <PageHeading className="text-[1.5625rem] wrap-anywhere">
          {fullName(client)}: {checkNames[verificationType]}
        </PageHeading>
        <MatterLinks matters={place.matters} />
        <p className="text-ink-soft">
          Submitted {dateTimeText(completedAt)} ·{' '}
          <TextLink to={clientPath(client.id)}>Client’s page</TextLink>
        </p>
      </header>
      <Panes
        left={{
          label: isIdentity ? 'Document and photos' : 'Bank details',
          content: <Evidence check={check} />,
        }}
        right={{
          label: 'Decision and findings',
          content: (
            <>
              <QueueNotice held={held} />
              <div className="flex flex-wrap gap-2.5">
                {held.isWaiting && !isTaken && (
                  <CheckActions
                    clientId={client.id}
                    taskId={taskId}
                    subject={held.title}
                    isIdentity={isIdentity}
                    submittedAt={completedAt}
                    goOn={goOn}
                  />
                )}
                <QueueButtons held={held} goOn={goOn} />
                <Withdraw check={check} />
              </div>
              <Accepted check={check} />
              <Facts check={check} />
              {isIdentity && <Findings check={check} />}
            </>
          ),
        }}
      />
    </FullHeight>
  )
}

const Withdraw = ({ check }: { check: ReviewedVerification }) => {
  const reopen = useCommand(identity.reopen, {
    refreshes: [identity.check, identity.waiting, identity.ofClient],
  })
  if (!useMay()('identity.decide') || !canWithdrawCheck(check, now())) return null
  const press = () => {
    dismissToastsAbout(check.taskId)
    reopen.mutate({ id: check.taskId, decidedAt: check.acceptedAt ?? undefined })
  }
  return (
    <Button busy={reopen.isPending} onClick={press}>
      Withdraw
    </Button>
  )
}

const Accepted = ({ check: { acceptedBy, acceptedAt, note } }: { check: ReviewedVerification }) =>
  acceptedAt && (
    <p className="whitespace-pre-line">
      {acceptedBy} accepted this on {dateText(acceptedAt)}: {note}
    </p>
  )

/** Clients write the postcode into the address too. */
const addressText = (address: string | null, postalCode: string | null) =>
  address && postalCode && address.includes(postalCode)
    ? address
    : [address, postalCode].filter(Boolean).join(', ')

/** The client's declared details, to compare with what was submitted. */
const Facts = ({ check }: { check: ReviewedVerification }) => {
  const { particulars } = useSuspenseQuery(query(firm.client, { id: check.client.id })).data
  const { fullName: name, dateOfBirth, address, postalCode } = particulars
  const home = addressText(address, postalCode)
  const birthday = dateOfBirth && withSource(dateText(dateOfBirth), 'dateOfBirth', particulars)
  return (
    <section aria-label="What the client told us" className="grid gap-1.5">
      <h2 className="font-sans text-base font-semibold">What the client told us</h2>
      <DescriptionList
        facts={[
          { name: 'Name', value: name ? nameInNormalCase(name) : fullName(check.client) },
          { name: 'Date of birth', value: birthday ?? 'Not given' },
          { name: 'Address', value: home ? withSource(home, 'address', particulars) : 'Not given' },
          ...(check.verificationType === 'id' ? factsOf(check) : []),
        ]}
      />
    </section>
  )
}

const useSent = ({ client }: ReviewedVerification) =>
  (useDocumentsOf(client.id) ?? []).filter((document) => document.isOfIdentity && !document.isSuperseded)

/** The document and the photos of the face side by side, each with a link to its findings. */
const Pictures = ({ check }: { check: ReviewedVerification }) => {
  const sent = useSent(check)
  if (sent.length === 0) return <p className="text-ink-soft">No document or photo to look at.</p>
  return (
    <ul aria-label="What they sent" className="grid gap-3 sm:grid-cols-2">
      {sent.map((document) => (
        <li key={document.id} className="grid content-start gap-1.5">
          <img
            src={urlOf(reviews.preview, { id: document.id, width: 640 })}
            alt={`${documentName(document)}: ${document.filename}`}
            className="h-[min(16.5rem,30dvh)] w-full rounded-md border border-line bg-sunken object-contain"
          />
          <p className="flex flex-wrap items-center gap-2">
            <TextLink to={reviewPath(document.id)}>{documentName(document)}</TextLink>
            <Badge tone={reviewStatusOf(document).tone}>{reviewStatusOf(document).words}</Badge>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What was read from the pictures, why any of them is doubtful, and how similar the faces are. */
const Findings = ({ check }: { check: ReviewedVerification }) => {
  const sent = useSent(check)
  const { data: comparisons = [] } = useQuery(query(identity.comparisons, { clientId: check.client.id }))
  const [newest] = comparisons
  return (
    <section aria-label="What was found" className="grid gap-2">
      <h2 className="font-sans text-base font-semibold">What was found</h2>
      {newest && (
        <p>
          The automatic comparison finds the faces {newest.score < 0.5 ? 'different' : 'similar'}. It decides
          nothing: please compare both photos.
        </p>
      )}
      {sent.map((document) => (
        <Found key={document.id} document={document} />
      ))}
    </section>
  )
}

const Found = ({ document }: { document: ReviewedDocument }) => {
  const read = readOf(document)
  const reasons = reasonsForReview(document)
  if (read.length === 0 && reasons.length === 0) return null
  return (
    <div className="grid gap-1 border-t border-line pt-2">
      <h3 className="text-sm font-semibold">{documentName(document)}</h3>
      {read.length > 0 && <DescriptionList facts={read} />}
      {reasons.map((reason) => (
        <p key={reason} className="text-sm text-warn">
          {reason}
        </p>
      ))}
    </div>
  )
}

const readOf = ({ validation }: ReviewedDocument) => {
  const { fullName: name, dateOfBirth, documentNumber, expiryDate } = validation?.metadata ?? {}
  return [
    ...(name ? [{ name: 'Name', value: nameInNormalCase(name) }] : []),
    ...(dateOfBirth ? [{ name: 'Date of birth', value: dateText(dateOfBirth) }] : []),
    ...(documentNumber ? [{ name: 'Number', value: documentNumber }] : []),
    ...(expiryDate ? [{ name: 'Expires', value: dateText(expiryDate) }] : []),
  ]
}
