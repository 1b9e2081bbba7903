import { useSuspenseQuery } from '@tanstack/react-query'
import { identity, type ReviewedVerification } from '#contract/identity/identity.ts'
import { fullName } from '#contract/kit/names.ts'
import { checkPath, clientPath } from '#contract/kit/pages.ts'
import { colleagueDecides } from '#contract/queue.ts'
import { QueueMarks, useIsTaken } from '#web/features/queue/hooks.tsx'
import { query } from '#web/platform/queries.ts'
import { ClosedRolesHere, useMay, useOnlyReads, useReadsMore } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { CheckActions } from './dialog.tsx'
import { checkNames, factsOf } from './hooks.ts'
import { IdentityPictures } from './parts/identity-pictures.tsx'

/** Identity and bank checks that could not be decided automatically. */
export const ChecksPage = () => (
  <Page
    title="Identity and bank checks"
    lead={`Submitted by clients; ${useWhoDecides()}. The oldest are first.`}
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
      <Checks />
    </AsyncBoundary>
  </Page>
)

const useWhoDecides = () => {
  const readsMore = useReadsMore({ reading: 'identity.read', acting: 'identity.decide' })
  if (!useMay()('identity.decide')) return 'a fee earner decides'
  return readsMore ? 'you decide for your own clients' : 'needs your decision'
}

const Checks = () => {
  const { data: waiting } = useSuspenseQuery(query(identity.waiting, {}))
  if (waiting.length === 0)
    return (
      <Card>
        <Empty title="Nothing awaiting a decision">
          A check appears here when a client has submitted it and it needs a decision.
        </Empty>
      </Card>
    )
  return (
    <ul className="grid gap-3">
      {waiting.map((check) => (
        <li key={check.taskId}>
          <ClosedRolesHere value={check.closedRoles}>
            <CheckCard check={check} />
          </ClosedRolesHere>
        </li>
      ))}
    </ul>
  )
}

const CheckCard = ({ check }: { check: ReviewedVerification }) => {
  const { client, taskId, verificationType, completedAt } = check
  const subject = `${checkNames[verificationType]} of ${fullName(client)}`
  const isTaken = useIsTaken()(check)
  const onlyReads = useOnlyReads('identity.decide')
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">
          <h2 className="text-section">{checkNames[verificationType]}</h2>
          <div className="text-sm text-ink-soft">
            <p>
              <TextLink to={clientPath(client.id)}>{fullName(client)}</TextLink> · Submitted:{' '}
              <Ago at={completedAt} /> · <TextLink to={checkPath(taskId)}>Open</TextLink>
            </p>
            <QueueMarks facts={check} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {onlyReads && <p className="text-sm text-ink-soft">{colleagueDecides}</p>}
          {!isTaken && (
            <CheckActions
              clientId={client.id}
              taskId={taskId}
              subject={subject}
              isIdentity={verificationType === 'id'}
              submittedAt={completedAt}
            />
          )}
        </div>
      </div>
      <DescriptionList variant="stacked" facts={factsOf(check)} />
      {verificationType === 'id' && <IdentityPictures clientId={client.id} />}
    </Card>
  )
}
