import { useSuspenseQuery } from '@tanstack/react-query'
import { people } from '#contract/firm/people.ts'
import { firmMatterPath } from '#contract/kit/pages.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Tells an auditor which cases they may read, and until when. */
export const InspectionNote = () => (useUser().roles.includes('auditor') ? <Inspected /> : null)

const Inspected = () => {
  const { inspection } = useSuspenseQuery(query(people.inspection, {})).data
  if (!inspection) return null
  return (
    <Callout tone="info" title={`You can read these cases until ${dateText(inspection.until)}`}>
      <ul>
        {inspection.cases.map(({ id, reference, title }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={firmMatterPath(id)}>{title}</TextLink> ({reference})
          </li>
        ))}
      </ul>
      <p className="mt-1">
        As an auditor you can’t change anything. You also read what their clients gave us for no case, such as
        their identity documents. Restricted cases are left out.
      </p>
    </Callout>
  )
}
