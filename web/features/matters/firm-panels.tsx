import { FilePen } from 'lucide-react'
import { useParams } from 'react-router'
import { caseLettersPath, clientPath, pages } from '#contract/kit/pages.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { dateText } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useFirmMatterFile } from './hooks.ts'
import { AccessCard } from './parts/access-card.tsx'
import { FactsCard } from './parts/facts-card.tsx'
import { FirmCommands } from './parts/firm-commands.tsx'
import { InternalNotes } from './parts/internal-notes.tsx'
import { StatusMark } from './parts/matter-card.tsx'
import { RejectionReason, Timeline } from './parts/matter-details.tsx'
import { firmAssigneeWords, NextActionPanel } from './parts/next-action.tsx'
import { OrganisationsCard } from './parts/organisations-card.tsx'
import { PartiesCard } from './parts/parties-card.tsx'
import { RiskCard } from './parts/risk-card.tsx'
import { StageCard } from './parts/stage-card.tsx'
import { StepsCard } from './parts/steps-card.tsx'

export const FirmMatterPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} page="Case" skeleton={<MatterSkeleton />}>
      <FirmMatter id={MatterId.parse(id)} />
    </AsyncBoundary>
  )
}

/** All that the firm has of one matter, on one page. */
const FirmMatter = ({ id }: { id: MatterId }) => {
  const file = useFirmMatterFile(id)
  const { client, reference, createdAt, closedAt, move, description, reason } = file
  const mayDo = useMay()
  const mayRun = mayDo('matters.run')
  return (
    <Page
      title={file.title}
      lead={
        <>
          <TextLink to={pages.firmMatters}>Cases</TextLink> ·{' '}
          <TextLink to={clientPath(client.id)}>{client.name}</TextLink> · {reference} · Created{' '}
          {dateText(createdAt)}
          {closedAt && ` · Closed ${dateText(closedAt)}`}
        </>
      }
      actions={<StatusMark status={file.status} />}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-5">
          {(mayRun || move || reason) && (
            <Card className="grid gap-4">
              {move && (
                <NextActionPanel move={move} words={firmAssigneeWords(move)} isMine={move.whose === 'firm'} />
              )}
              <RejectionReason matter={file} />
              {mayRun && <FirmCommands file={file} />}
            </Card>
          )}
          {file.stages.length > 0 && <StageCard file={file} />}
          <StepsCard file={file} />
          <OrganisationsCard id={id} />
          <Card>
            <CardTitle lead="Your client sees this.">Timeline</CardTitle>
            <Timeline events={file.events} assigneeWords={firmAssigneeWords} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-5">
          <FactsCard file={file} />
          <PartiesCard file={file} />
          <RiskCard id={file.id} />
          <Card>
            <CardTitle lead="Client care letter, report on title, completion letter, deeds and your own.">
              Letters
            </CardTitle>
            <ButtonLink to={caseLettersPath(file.id)} size="small" icon={<FilePen />}>
              {mayDo('signatures.send') ? 'Write a letter' : 'Read the letters'}
            </ButtonLink>
          </Card>
          <InternalNotes file={file} />
          <AccessCard file={file} />
          <Card>
            <CardTitle>Description</CardTitle>
            <p className="wrap-anywhere whitespace-pre-line">{description}</p>
          </Card>
        </div>
      </div>
    </Page>
  )
}

const MatterSkeleton = () => (
  <SkeletonGroup words="Loading the case">
    <SkeletonCard rows={1} />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <SkeletonCard rows={6} />
      <SkeletonCard rows={4} />
    </div>
  </SkeletonGroup>
)
