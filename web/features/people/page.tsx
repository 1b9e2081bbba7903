import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { photographPath } from '#contract/accounts/photographs.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { rights } from '#contract/kit/rights.ts'
import { counted, dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { absenceWords } from './parts/absence-form.tsx'
import { InvitationRow, InviteDialog } from './parts/invitations.tsx'
import { PersonMenu } from './parts/person-menu.tsx'
import { Teams } from './parts/teams.tsx'

/** The firm's staff who may sign in, and the pending invitations. */
export const PeoplePage = () => {
  const [isInviting, setInviting] = useState(false)
  return (
    <Page
      title="People"
      lead="Who can use this portal. Clients open their own accounts."
      actions={
        <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <AsyncBoundary skeleton={<PeopleSkeleton />}>
        <People />
      </AsyncBoundary>
      {isInviting && <InviteDialog close={() => setInviting(false)} />}
    </Page>
  )
}

const People = () => {
  const { data } = useSuspenseQuery(query(people.list, {}))
  const active = data.people.filter(({ deactivatedAt }) => deactivatedAt === null)
  const former = data.people.filter(({ deactivatedAt }) => deactivatedAt !== null)
  return (
    <>
      <List title="Active">
        {active.map((person) => (
          <PersonRow key={person.id} person={person} colleagues={active} />
        ))}
      </List>
      {data.invitations.length > 0 && (
        <List title="Invited">
          {data.invitations.map((invitation) => (
            <li key={invitation.id}>
              <InvitationRow invitation={invitation} />
            </li>
          ))}
        </List>
      )}
      <Teams people={active} />
      {former.length > 0 && (
        <List title="Deactivated">
          {former.map((person) => (
            <PersonRow key={person.id} person={person} colleagues={active} />
          ))}
        </List>
      )}
    </>
  )
}

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="text-section">{title}</h2>
    <Card padded={false}>
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  </section>
)

const PersonRow = ({ person, colleagues }: { person: Person; colleagues: Person[] }) => {
  const { id } = useUser()
  const { roles, inspection, absence, email, isTwoFactorEnabled, lastSeenAt, clients, deactivatedAt } = person
  return (
    <li>
      <Row
        mark={
          <Avatar
            name={fullName(person)}
            photograph={photographPath(person.photographId)}
            tone={deactivatedAt ? 'neutral' : 'brand'}
          />
        }
        title={<span className="wrap-anywhere">{fullName(person)}</span>}
        badge={
          <>
            {roles.map((role) => (
              <Badge key={role} tone={role === 'administrator' ? 'info' : 'neutral'} plain>
                {rights[role].label}
              </Badge>
            ))}
            {person.id === id && (
              <Badge tone="ok" plain>
                You
              </Badge>
            )}
            {!isTwoFactorEnabled && !deactivatedAt && <Badge tone="warn">No two-factor sign-in</Badge>}
          </>
        }
        detail={
          <span className="wrap-anywhere">
            {email} · {counted(clients, 'client')} ·{' '}
            {lastSeenAt ? (
              <>
                Last seen: <Ago at={lastSeenAt} />
              </>
            ) : (
              'Never signed in'
            )}
            {absence && <p>{absenceWords(absence)}</p>}
            {inspection && (
              <p>
                Reads until {dateText(inspection.until)}: {inspection.references.join(', ')}
              </p>
            )}
          </span>
        }
        action={<PersonMenu person={person} colleagues={colleagues} />}
      />
    </li>
  )
}

const PeopleSkeleton = () => (
  <SkeletonGroup words="Loading people">
    <SkeletonCard rows={3} />
  </SkeletonGroup>
)
