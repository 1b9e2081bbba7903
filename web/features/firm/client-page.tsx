import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { UserId } from '#contract/accounts/accounts.ts'
import { withSource } from '#contract/accounts/personal-details.ts'
import { canWithdraw } from '#contract/document-requests.ts'
import { type ClientFile, firm } from '#contract/firm/firm.ts'
import {
  canAcceptCheck,
  identity,
  methodsFor,
  type ReviewedVerification,
} from '#contract/identity/identity.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { messagesPathOf } from '#contract/messages.ts'
import { isFinished, progressOf } from '#contract/tasks.ts'
import { SecondFactorOf } from '#web/features/accounts/support-reset/dialog.tsx'
import { CheckActions } from '#web/features/checks/dialog.tsx'
import { checkNames } from '#web/features/checks/hooks.ts'
import { RequestDocument, WithdrawRequest } from '#web/features/document-requests/dialog.tsx'
import { InviteAgain } from '#web/features/lists/dialog.tsx'
import { ReadingNote } from '#web/features/matters/hooks.ts'
import { MergeCard } from '#web/features/merges/dialog.tsx'
import { TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { dateText } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { query } from '#web/platform/queries.ts'
import { ClosedRolesHere, useMay } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { NotFoundNotice, useHighlight } from '#web/ui/data/deep-link-target.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { ClientAnswers } from './parts/client-answers.tsx'
import { ClientDocuments, ClientPayments } from './parts/client-cards.tsx'
import { ClientCases } from './parts/client-cases.tsx'
import { ClientTeam } from './parts/client-team.tsx'
import { IdentityReports } from './parts/identity-reports.tsx'

export const ClientPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary
      key={id}
      page="Client"
      list={{ page: pages.firmClients, words: 'All clients' }}
      skeleton={<ClientSkeleton />}
    >
      <Client id={UserId.parse(id)} />
    </AsyncBoundary>
  )
}

/** Everything the firm has about one client, on one page. */
const Client = ({ id }: { id: UserId }) => {
  const client = useSuspenseQuery(query(firm.client, { id })).data
  return (
    <ClosedRolesHere value={client.closedRoles}>
      <OpenClient client={client} />
    </ClosedRolesHere>
  )
}

const OpenClient = ({ client }: { client: ClientFile }) => {
  const mayDo = useMay()
  const { id, lastSeenAt, isGuest, canSignIn } = client
  return (
    <Page
      title={fullName(client)}
      lead={
        <>
          <TextLink to={pages.firmClients}>Clients</TextLink> · {howTheyCame(client)} · Last seen:{' '}
          {lastSeenAt ? <Ago at={lastSeenAt} /> : 'never'}
        </>
      }
      actions={
        <>
          {!isGuest && !canSignIn && mayDo('clients.invite') && <InviteAgain client={client} />}
          {mayDo('messages.read') && (
            <ButtonLink to={messagesPathOf({ role: 'fee_earner' }, id)}>Messages</ButtonLink>
          )}
        </>
      }
    >
      <ReadingNote words="You can read this file, but you don't work with this client." />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          {!isGuest && mayDo('matters.read') && <ClientCases client={client} />}
          <ClientTasks client={client} />
          <ClientDocuments id={id} />
          {mayDo('identity.read') && <IdentityReports id={id} />}
          <ClientPayments id={id} />
          <ClientAnswers client={client} />
        </div>
        <div className="grid min-w-0 gap-5 max-lg:row-start-1">
          <Contact client={client} />
          <ClientTeam client={client} />
          {mayDo('clients.assign') && !client.isGuest && <MergeCard id={id} />}
          {mayDo('second_factor.end') && <SecondFactorOf id={id} name={fullName(client)} />}
        </div>
      </div>
    </Page>
  )
}

const howTheyCame = ({ isGuest, canSignIn, invitedAt, joinedAt }: ClientFile) => {
  if (isGuest) return `Guest (by link) since ${dateText(joinedAt)}`
  if (canSignIn) return `${invitedAt ? 'Invited' : 'Registered'} on ${dateText(invitedAt ?? joinedAt)}`
  return invitedAt
    ? `Invited on ${dateText(invitedAt)}, hasn’t chosen a password yet`
    : `Added on ${dateText(joinedAt)}, not invited yet`
}

export const Contact = ({ client }: { client: ClientFile }) => {
  const { email, isEmailConfirmed, isGuest, canSignIn, phone, username, particulars, isOnboarded } = client
  const { address, city, postalCode, country } = client
  const home = [address, city, postalCode, country].filter(Boolean).join(', ')
  const { dateOfBirth, fullName } = particulars
  const birthday = dateOfBirth ? withSource(dateText(dateOfBirth), 'dateOfBirth', particulars) : 'Not given'
  const shownAddress = particulars.address && withSource(particulars.address, 'address', particulars)
  return (
    <Card className="lg:[&>dl]:grid-cols-1">
      <CardTitle>Contact</CardTitle>
      <DescriptionList
        variant="stacked"
        facts={[
          {
            name: 'Email',
            value: (
              <>
                <Break>{email}</Break>
                {canSignIn && !isEmailConfirmed && (
                  <span className="block text-ink-soft">Not confirmed as theirs</span>
                )}
              </>
            ),
          },
          { name: 'Phone number', value: phone ?? 'Not given' },
          { name: 'Address', value: <Break>{shownAddress || home || 'Not given'}</Break> },
          { name: 'Full name', value: <Break>{fullName}</Break> },
          { name: 'Date of birth', value: <Break>{birthday}</Break> },
          // A guest comes by a link, without a username, and never meets the chat.
          ...(isGuest
            ? []
            : [
                { name: 'Username', value: <Break>{username}</Break> },
                { name: 'Verification chat', value: isOnboarded ? 'Finished' : 'Not finished' },
              ]),
        ]}
      />
    </Card>
  )
}

const Break = ({ children }: { children: string }) => (
  <span className="wrap-anywhere whitespace-pre-line">{children}</span>
)

const ClientSkeleton = () => (
  <SkeletonGroup words="Loading the client">
    <SkeletonCard rows={1} />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <SkeletonCard rows={6} />
      <SkeletonCard rows={4} />
    </div>
  </SkeletonGroup>
)

/** The client's tasks and their states. */
const ClientTasks = ({ client }: { client: ClientFile }) => {
  const { completed, total, percentage } = progressOf(client.tasks.filter(({ isHeld }) => !isHeld))
  const words = `${completed} of ${total} done`
  const mayDo = useMay()
  const { data: checks = [] } = useQuery(query(identity.ofClient, { id: client.id }))
  const { thing: target, isGone } = useDeepLinkTarget('task', { things: client.tasks, from: firm.client })
  return (
    <Section
      title="Tasks"
      subtitle={words}
      aside={
        <div className="w-28 max-sm:hidden">
          <Progress size="thin" value={percentage} label="Tasks done" valueText={words} />
        </div>
      }
    >
      {isGone && <NotFoundNotice thing="task">All tasks of this client are listed here.</NotFoundNotice>}
      {client.tasks.map((task) => (
        <TaskLine
          key={task.id}
          client={client}
          task={task}
          isTarget={task === target}
          isAlone={client.tasks.every(({ id, title }) => id === task.id || title !== task.title)}
          check={checks.find(({ taskId }) => taskId === task.id)}
        />
      ))}
      {mayDo('documents.request') && (
        <div className="px-4.5 py-3.5" data-print="hide">
          <RequestDocument clientId={client.id} firstName={client.firstName} />
        </div>
      )}
    </Section>
  )
}

// Within the section, which cuts off what reaches over its edge.
const targetClass = 'bg-sunken outline-3 -outline-offset-3 outline-brand'

const casesText = ({ matters }: ClientFile['tasks'][number]) =>
  list.format(matters.map(({ title, reference }) => `${title} (${reference})`))
const list = new Intl.ListFormat('en-GB')

const actionsClass = 'flex flex-none gap-2 py-3.5 pr-4.5 @max-xl:flex-wrap @max-xl:pt-0 @max-xl:pl-14'

interface TaskLineProps {
  client: ClientFile
  task: ClientFile['tasks'][number]
  check: ReviewedVerification | undefined
  /** A link has led to it. */
  isTarget: boolean
  /** No other task of the client has its title. */
  isAlone: boolean
}

const TaskLine = ({ client, task, check, isTarget, isAlone }: TaskLineProps) => {
  const mayDo = useMay()
  const [method] = methodsFor(task)
  const isForPerson = method !== undefined && canAcceptCheck(task, method) && mayDo('identity.decide')
  return (
    <div
      {...useHighlight<HTMLDivElement>(isTarget)}
      className={classes('@container', isTarget && targetClass)}
    >
      <div className="flex items-center @max-xl:block">
        <div className="min-w-0 flex-1">
          <Row
            mark={<TaskDot task={task} isNamed />}
            title={<span className="wrap-anywhere">{task.title}</span>}
            badge={!task.isHeld && <TaskBadge task={task} />}
            detail={
              <>
                {!isAlone && task.matters.length > 0 && (
                  <p className="wrap-anywhere">For {casesText(task)}</p>
                )}
                {task.completedAt && (
                  <p>
                    {isFinished(task) ? 'Done' : 'Submitted'} on {dateText(task.completedAt)}
                  </p>
                )}
                {isForPerson && !task.completedAt && <p>Nothing has been sent yet.</p>}
                {task.isHeld && <p>On hold while its case is closed. The client doesn’t see it.</p>}
                {task.dueOn && !task.isHeld && !isFinished(task) && (
                  <p>Asked for by {dateText(task.dueOn)}</p>
                )}
                {task.reason && <p className="whitespace-pre-line">Requested again: {task.reason}</p>}
                {check?.note && (
                  <p>
                    {check.acceptedBy} accepted this: {check.note}
                  </p>
                )}
              </>
            }
          />
        </div>
        {canWithdraw(task) && mayDo('documents.request') && (
          <div className={actionsClass}>
            <WithdrawRequest clientId={client.id} firstName={client.firstName} task={task} />
          </div>
        )}
        {isForPerson && (
          <div className={actionsClass}>
            <CheckActions
              clientId={client.id}
              taskId={task.id}
              subject={`${checkNames[method]} of ${fullName(client)}`}
              isIdentity={method === 'id'}
              submittedAt={task.completedAt}
            />
          </div>
        )}
      </div>
    </div>
  )
}
