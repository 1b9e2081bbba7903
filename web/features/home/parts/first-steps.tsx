import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type Invitation, isExpired, people } from '#contract/firm/people.ts'
import { pages } from '#contract/kit/pages.ts'
import { now } from '#web/platform/clock.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Kept by this browser, like the tips that are dismissed. */
const soleMemory = stored('portico_works_alone', z.literal(true))

/** Tells an administrator what a new portal still lacks. Each line goes once it is done. */
export const FirstSteps = () => {
  const enabled = useMay()('people.manage')
  const { data } = useQuery({ ...query(people.list, {}), enabled })
  const sendsEmail = useSendsEmail()
  const [isSole, setSole] = useState(() => soleMemory.read() ?? false)
  if (!data) return null
  const present = data.people.filter(({ deactivatedAt }) => deactivatedAt === null)
  const invited = data.invitations.filter((invitation) => !isExpired(invitation, now()))
  const isAlone = !isSole && present.length + invited.length === 1
  const lacksOfficer = !present.some(isOfficer)
  const workAlone = () => {
    soleMemory.write(true)
    setSole(true)
  }
  if (sendsEmail && !isAlone && !lacksOfficer) return null
  return (
    <Callout tone="info" title="To finish setting up">
      <ul className="grid list-disc gap-1 pl-5">
        {!sendsEmail && (
          <li>
            <TextLink to={`${pages.integrations}?tab=connections`}>Connect your mail server</TextLink>, so
            that invitations and notifications are emailed.
          </li>
        )}
        {isAlone && (
          <li>
            <TextLink to={pages.people}>Invite your colleagues</TextLink>. Fee earners run cases and invite
            clients.{' '}
            <Button size="small" onClick={workAlone}>
              I work alone
            </Button>
          </li>
        )}
        {lacksOfficer && <OfficerLine invited={invited.find(isOfficer)} />}
      </ul>
    </Callout>
  )
}

const isOfficer = ({ roles }: Pick<Invitation, 'roles'>) => roles.includes('compliance_officer')

const OfficerLine = ({ invited }: { invited: Invitation | undefined }) =>
  invited ? (
    <li className="wrap-anywhere">
      <TextLink to={pages.people}>{invited.email}</TextLink> has been invited as compliance officer. Until
      they join, nobody decides risk answers.
    </li>
  ) : (
    <li>
      <TextLink to={pages.people}>Say who the compliance officer is</TextLink>. Until then nobody decides risk
      answers.
    </li>
  )
