import { useQuery } from '@tanstack/react-query'
import { people } from '#contract/firm/people.ts'
import { pages } from '#contract/kit/pages.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Tells an administrator what a new portal still lacks. Each line goes once it is done. */
export const FirstSteps = () => {
  const enabled = useMay()('people.manage')
  const { data } = useQuery({ ...query(people.list, {}), enabled })
  const sendsEmail = useSendsEmail()
  if (!data) return null
  const everybody = [
    ...data.people.filter(({ deactivatedAt }) => deactivatedAt === null),
    ...data.invitations,
  ]
  const isAlone = everybody.length === 1
  const lacksOfficer = !everybody.some(({ roles }) => roles.includes('compliance_officer'))
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
            clients.
          </li>
        )}
        {lacksOfficer && (
          <li>
            <TextLink to={pages.people}>Say who the compliance officer is</TextLink>. Until then nobody
            decides risk answers.
          </li>
        )}
      </ul>
    </Callout>
  )
}
