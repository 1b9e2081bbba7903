import { useSuspenseQuery } from '@tanstack/react-query'
import { people } from '#contract/firm/people.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Tells an auditor whose files they may read, and until when. */
export const InspectionNote = () => (useUser().roles.includes('auditor') ? <Inspected /> : null)

const Inspected = () => {
  const { inspection } = useSuspenseQuery(query(people.inspection, {})).data
  if (!inspection) return null
  return (
    <Callout tone="info" title={`You can read these files until ${dateText(inspection.until)}`}>
      <ul>
        {inspection.clients.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={clientPath(id)}>{name}</TextLink>
          </li>
        ))}
      </ul>
      <p className="mt-1">
        As an auditor you can’t change anything in these files. Restricted cases that don’t name you are left
        out.
      </p>
    </Callout>
  )
}
