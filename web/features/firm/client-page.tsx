import { useParams } from 'react-router'
import { UserId } from '#contract/accounts.ts'
import { type ClientFile, nameOf } from '#contract/firm.ts'
import { messagesPathOf } from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import { SecondFactorOf } from '#web/features/accounts/support-reset/dialog.tsx'
import { dateText } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useClient } from './hooks.ts'
import { ClientAnswers } from './parts/client-answers.tsx'
import { ClientDocuments } from './parts/client-documents.tsx'
import { ClientPayments } from './parts/client-payments.tsx'
import { ClientTasks } from './parts/client-tasks.tsx'
import { ClientTeam } from './parts/client-team.tsx'

export const ClientPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} skeleton={<ClientSkeleton />}>
      <Client id={UserId.parse(id)} />
    </AsyncBoundary>
  )
}

/** All that the firm has of one client, on one page. */
const Client = ({ id }: { id: UserId }) => {
  const client = useClient(id)
  const { role } = useUser()
  const { joinedAt, lastSeenAt } = client
  return (
    <Page
      title={nameOf(client)}
      lead={
        <>
          <TextLink to={pages.firm}>Your clients</TextLink> · Registered on {dateText(joinedAt)} · Last seen:{' '}
          {lastSeenAt ? <Ago at={lastSeenAt} /> : 'never'}
        </>
      }
      actions={<ButtonLink to={messagesPathOf({ role: 'fee_earner' }, id)}>Messages</ButtonLink>}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          <ClientTasks client={client} />
          <ClientDocuments id={id} />
          <ClientPayments id={id} />
          <ClientAnswers id={id} />
        </div>
        <div className="grid min-w-0 gap-5 max-lg:row-start-1">
          <Contact client={client} />
          <ClientTeam client={client} />
          {role === 'administrator' && <SecondFactorOf id={id} name={nameOf(client)} />}
        </div>
      </div>
    </Page>
  )
}

export const Contact = ({ client }: { client: ClientFile }) => {
  const { email, phone, username, particulars, isOnboarded } = client
  const { address, city, postalCode, country } = client
  const home = [address, city, postalCode, country].filter(Boolean).join(', ')
  const { dateOfBirth, fullName } = particulars
  return (
    <Card className="lg:[&>dl]:grid-cols-1">
      <CardTitle>Contact</CardTitle>
      <DescriptionList
        variant="stacked"
        facts={[
          { name: 'Email', value: <Break>{email}</Break> },
          { name: 'Phone number', value: phone ?? 'Not given' },
          { name: 'Address', value: <Break>{particulars.address || home || 'Not given'}</Break> },
          { name: 'Full name', value: <Break>{fullName}</Break> },
          { name: 'Date of birth', value: dateOfBirth ? dateText(dateOfBirth) : 'Not given' },
          { name: 'Username', value: <Break>{username}</Break> },
          { name: 'Verification chat', value: isOnboarded ? 'Finished' : 'Not finished' },
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
