import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { compliance, riskNames } from '#contract/compliance.ts'
import { caseOrganisationPath } from '#contract/kit/pages.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { isOthers, type Party, roleNames } from '#contract/matters/party.ts'
import {
  type MatterOrganisation,
  officerRoleNames,
  organisations,
} from '#contract/organisations/organisations.ts'
import { counted, shortDateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { useIsPrinting } from '#web/ui/layout/print.tsx'
import { wordsForClients } from './hooks.ts'
import { AccessCard } from './parts/access-card.tsx'
import { UnneededTasks } from './parts/closure/close-untouched.tsx'
import { FactsCard } from './parts/facts/facts-card.tsx'
import { FirmCommands } from './parts/firm-commands.tsx'
import { RejectionReason, Timeline } from './parts/matter-details.tsx'
import { Ownership, sourceText } from './parts/parties/ownership.tsx'
import { PartiesCard } from './parts/parties/parties-card.tsx'
import { RiskCard } from './parts/risk-card.tsx'
import { firmAssigneeWords, firmPlaceOf, NextActionPanel } from './parts/stages/next-action.tsx'
import { StageCard } from './parts/stages/stage-card.tsx'
import { NobodyInvited } from './parts/stages/steps-card.tsx'

interface PanelProps {
  file: FirmMatterFile
}

interface MatterHeaderProps extends PanelProps {
  /** The number of its documents. Null if the user may not read them, undefined while it is unknown. */
  documents?: number | null | undefined
  /** How one of its clients is reached. */
  reach?: (client: ReachedClient) => ReactNode
}

interface ReachedClient {
  /** Null if they have no account. */
  id: UserId | null
  email: string
}

/** The header above all tabs of a matter: its parties, stage, risk and next step. */
export const MatterHeader = ({ file, documents, reach }: MatterHeaderProps) => {
  const mayDo = useMay()
  const { move } = file
  const place = move && firmPlaceOf(file, mayDo, documents)
  return (
    <Card className="grid gap-4">
      <dl className="grid gap-x-8 gap-y-2.5 lg:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto]">
        <Fact name="Parties" isWide>
          <PartyNames file={file} reach={reach} />
        </Fact>
        <Fact name="Stage">{stageWords(file)}</Fact>
        {mayDo('risk.read') && (
          <Fact name="Risk">
            <RiskNow file={file} />
          </Fact>
        )}
      </dl>
      {move && (
        <NextActionPanel
          move={move}
          words={firmAssigneeWords(move)}
          isMine={move.whose === 'firm'}
          action={
            place && (
              <ButtonLink size="small" variant="primary" to={place.path} data-print="hide">
                <span className="whitespace-normal wrap-anywhere">{place.label}</span>
              </ButtonLink>
            )
          }
        />
      )}
      <RejectionReason matter={file} />
      {mayDo('matters.run') && <FirmCommands file={file} isPrimary={!place} />}
    </Card>
  )
}

interface FactProps {
  name: string
  /** Takes a line of its own. */
  isWide?: boolean
  children: ReactNode
}

const Fact = ({ name, isWide = false, children }: FactProps) => (
  <div
    className={
      isWide
        ? 'lg:col-span-full'
        : 'max-lg:grid max-lg:grid-cols-[4.5rem_minmax(0,1fr)] max-lg:gap-x-2 large-text:block'
    }
  >
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
  </div>
)

/** This many parties are named on the page besides the clients, unless those are as many. The rest are only counted. */
const mostNamed = 3

const PartyNames = ({ file: { client, parties }, reach }: Pick<MatterHeaderProps, 'file' | 'reach'>) => {
  const ours = parties.filter((party) => !isOthers(party))
  const joint = ours.filter(isJointClient).map(({ clientId, ...party }) => ({ ...party, id: clientId }))
  const clients = [{ ...client, role: 'client' as const }, ...joint]
  const rest = [...ours.filter((party) => !isJointClient(party)), ...parties.filter(isOthers)]
  // Nothing can be opened on paper.
  const named = useIsPrinting() ? rest : rest.slice(0, Math.max(0, mostNamed - clients.length))
  const others = rest.length - named.length
  return (
    <div className="grid gap-1">
      <ul aria-label="How clients are reached" className="grid gap-1">
        {clients.map(({ id, name, role, email }) => (
          <li key={`${id} ${name}`}>
            <PartyName name={name} role={role} />
            {reach?.({ id, email })}
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p>
          {named.map(({ id, name, role }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <PartyName name={name} role={role} />
            </Fragment>
          ))}
          {others > 0 && (
            <>
              {named.length > 0 && ' '}
              <TextLink to="?tab=people">and {counted(others, 'other')}</TextLink>
            </>
          )}
        </p>
      )}
    </div>
  )
}

const PartyName = ({ name, role }: Pick<Party, 'name' | 'role'>) => (
  <>
    <span>{name}</span>{' '}
    <span className="text-sm font-normal text-ink-soft">{roleNames[role].toLowerCase()}</span>
  </>
)

const isJointClient = ({ role }: Pick<Party, 'role'>) => role === 'joint_client'

const stageWords = ({ stages, status }: FirmMatterFile) => {
  const current = stages.find(({ state }) => state === 'current') ?? stages.at(-1)
  if (!current) return status === 'pending' ? 'Not opened yet' : 'None'
  if (status === 'closed') return `${current.name}${current.state === 'done' ? ', done' : ''}`
  return (
    <>
      {current.name}
      {current.since && (
        <span className="text-sm font-normal text-ink-soft"> since {shortDateText(current.since)}</span>
      )}
    </>
  )
}

const RiskNow = ({ file: { id } }: PanelProps) => {
  const { data } = useQuery(query(compliance.risk, { id }))
  if (!data) return <span className="text-ink-soft">…</span>
  const [now] = data.marks
  return now ? (
    <Badge tone={now.level === 'high' ? 'stop' : 'neutral'}>{riskNames[now.level]}</Badge>
  ) : (
    <span className="font-normal">Not rated yet</span>
  )
}

/** Two columns, the second one narrow. They are stacked on narrow screens. */
const Columns = ({ main, aside }: { main: ReactNode; aside: ReactNode }) => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
    <div className="grid min-w-0 gap-5">{main}</div>
    <div className="grid min-w-0 gap-5">{aside}</div>
  </div>
)

const timelineLead = (file: FirmMatterFile) => {
  const { Your, verb } = wordsForClients(file)
  return `${Your} ${verb('sees', 'see')} this.`
}

export const MatterOverview = ({ file }: PanelProps) => (
  <Columns
    main={
      <>
        <NobodyInvited file={file} />
        <UnneededTasks file={file} />
        {file.stages.length > 0 && <StageCard file={file} />}
        <Card>
          <CardTitle lead={timelineLead(file)}>Timeline</CardTitle>
          <Timeline events={file.events} assigneeWords={firmAssigneeWords} />
        </Card>
      </>
    }
    aside={
      <>
        <FactsCard file={file} />
        <RiskCard id={file.id} />
        <Card>
          <CardTitle>Description</CardTitle>
          <p className="wrap-anywhere whitespace-pre-line">{file.description}</p>
        </Card>
      </>
    }
  />
)

export const MatterPeople = ({ file }: PanelProps) => (
  <Columns
    main={
      <>
        <NobodyInvited file={file} />
        <PartiesCard file={file} />
        <OrganisationsCard file={file} />
      </>
    }
    aside={<AccessCard file={file} />}
  />
)

/** The organisations of a matter that the firm checks, each with its owners and officers. */
const OrganisationsCard = ({ file }: PanelProps) => {
  const { data = [] } = useQuery(query(organisations.list, { id: file.id }))
  return data
    .filter((organisation) => organisation.facts !== null || !isOthers(organisation))
    .map((organisation) => (
      <OrganisationCard key={organisation.partyId} file={file} organisation={organisation} />
    ))
}

interface OrganisationCardProps extends PanelProps {
  organisation: MatterOrganisation
}

const OrganisationCard = ({
  file,
  organisation: { partyId, name, facts, source },
}: OrganisationCardProps) => {
  const { Your, verb } = wordsForClients(file)
  const mayRun = useMay()('matters.run')
  return (
    <Card>
      <CardTitle
        lead={source ? sourceText(source) : `${Your} ${verb('doesn’t', 'don’t')} see this.`}
        aside={
          <ButtonLink to={caseOrganisationPath(file.id, partyId)} size="small">
            {facts || !mayRun ? 'Open' : 'Add owners and officers'}
          </ButtonLink>
        }
      >
        <span className="wrap-anywhere">Who owns {name}</span>
      </CardTitle>
      {facts ? (
        <div className="grid gap-4">
          <Ownership name={name} facts={facts} />
          {facts.officers.length > 0 && (
            <p className="text-sm wrap-anywhere text-ink-soft">
              {facts.officers
                .map((officer) => `${officer.name} (${officerRoleNames[officer.role]})`)
                .join(', ')}
            </p>
          )}
        </div>
      ) : (
        <p>Nobody has entered its owners and officers yet.</p>
      )}
    </Card>
  )
}
