import { useQuery } from '@tanstack/react-query'
import { caseOrganisationPath } from '#contract/kit/pages.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { isOthers } from '#contract/matters/party.ts'
import {
  type MatterOrganisation,
  officerRoleNames,
  organisations,
} from '#contract/organisations/organisations.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Ownership, sourceText } from './ownership.tsx'

/** The organisations on a matter that the firm checks, each with who owns and runs it. */
export const OrganisationsCard = ({ id }: { id: MatterId }) => {
  const { data = [] } = useQuery(query(organisations.list, { id }))
  return data
    .filter((organisation) => organisation.facts !== null || !isOthers(organisation))
    .map((organisation) => (
      <OrganisationCard key={organisation.partyId} id={id} organisation={organisation} />
    ))
}

interface OrganisationCardProps {
  id: MatterId
  organisation: MatterOrganisation
}

const OrganisationCard = ({ id, organisation: { partyId, name, facts, source } }: OrganisationCardProps) => {
  const mayRun = useMay()('matters.run')
  return (
    <Card>
      <CardTitle
        lead={source ? sourceText(source) : 'Your client doesn’t see this.'}
        aside={
          <ButtonLink to={caseOrganisationPath(id, partyId)} size="small">
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
