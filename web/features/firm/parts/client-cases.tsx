import { useSuspenseQuery } from '@tanstack/react-query'
import { Briefcase } from 'lucide-react'
import { Link } from 'react-router'
import type { ClientFile } from '#contract/firm/firm.ts'
import { lists, type MatterSummary } from '#contract/firm/lists.ts'
import { fullName } from '#contract/kit/names.ts'
import { firmMatterPath, pages } from '#contract/kit/pages.ts'
import { StatusMark } from '#web/features/matters/dialog.tsx'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'

type Client = Pick<ClientFile, 'id' | 'firstName' | 'lastName'>

/** The client's cases that the user may see, including joint ones, each with a link to its page. */
export const ClientCases = ({ client }: { client: Client }) => (
  <AsyncBoundary failure="Failed to fetch cases" skeleton={<SkeletonCard rows={1} />}>
    <Cases client={client} />
  </AsyncBoundary>
)

const Cases = ({ client }: { client: Client }) => {
  const { rows, hasMore } = useSuspenseQuery(query(lists.matters, { client: client.id })).data
  const mayDo = useMay()
  const subtitle = hasMore ? `The newest ${rows.length}` : counted(rows.length, 'case')
  return (
    <Section title="Cases" subtitle={rows.length === 0 ? 'None yet' : subtitle}>
      {rows.length === 0 && mayDo('matters.run') && (
        <p className="px-4.5 py-3.5 text-ink-soft">
          Open one from <TextLink to={pages.firmMatters}>Cases</TextLink>, and it will be listed here.
        </p>
      )}
      {rows.map((matter) => (
        <div key={matter.id} className="relative transition-colors duration-150 hover:bg-sunken">
          <MatterLine matter={matter} />
        </div>
      ))}
      {hasMore && (
        <p className="px-4.5 py-3.5">
          <TextLink to={`${pages.firmMatters}?search=${encodeURIComponent(fullName(client))}`}>
            Find all of them in Cases
          </TextLink>
        </p>
      )}
    </Section>
  )
}

const MatterLine = ({ matter: { id, title, reference, type, status, stage } }: { matter: MatterSummary }) => (
  <Row
    mark={<Briefcase className="text-ink-soft" />}
    title={
      <Link to={firmMatterPath(id)} className="wrap-anywhere before:absolute before:inset-0">
        {title}
      </Link>
    }
    badge={<StatusMark status={status} />}
    detail={
      <>
        <span className="figures whitespace-nowrap">{reference}</span> · {type}
        {stage && ` · ${stage}`}
      </>
    }
  />
)
