import type { FactsSource, OrganisationFacts } from '#contract/organisations/organisations.ts'
import {
  type EffectiveShare,
  effectiveShares,
  type Owner,
  overlapsOf,
  type Stake,
  self,
  shareText,
  unnamedPercent,
} from '#contract/organisations/ownership.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { type ChartBox, HierarchyChart } from '#web/ui/data/hierarchy-chart.tsx'
import { Table } from '#web/ui/data/table.tsx'

interface OwnershipProps {
  name: string
  facts: OrganisationFacts
}

/** An organisation's owners, down to individuals, as a chart and as a table. */
export const Ownership = ({ name, facts: { owners } }: OwnershipProps) => {
  if (owners.length === 0) return <p>No owners are listed.</p>
  const shares = effectiveShares(owners)
  const unnamed = unnamedPercent(owners)
  return (
    <div className="grid gap-4">
      <HierarchyChart boxes={boxesOf(name, shares)} />
      <Table
        caption={`Who owns ${name}`}
        rows={shares}
        rowKey={({ owner }) => owner.key}
        columns={[
          { header: 'Owner', isTitle: true, cell: ({ owner }) => <OwnerName owner={owner} /> },
          {
            header: 'Holds',
            cell: ({ owner }) => (
              <ul className="grid gap-0.5">
                {owner.stakes.map((stake) => (
                  <li key={stake.of} className="wrap-anywhere">
                    {stakeText(stake)} {stake.share && 'of '}
                    {stake.share && nameOf(stake.of, { name, owners })}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            header: 'Ultimate share',
            cell: (row) => <InTheEnd row={row} />,
          },
        ]}
      />
      {overlapsOf(owners).map(({ of, atLeast }) => (
        <p key={of} className="text-sm text-ink-soft">
          The shares of {nameOf(of, { name, owners })} come to {atLeast}% or more. Joint holders may each be
          listed with the whole share. Please check who holds what.
        </p>
      ))}
      {unnamed !== null && unnamed > 0 && (
        <p className="text-sm text-ink-soft">Nobody is named for the other {unnamed}%.</p>
      )}
    </div>
  )
}

const OwnerName = ({ owner: { name, kind, number } }: { owner: Owner }) => (
  <span className="wrap-anywhere">
    {name}
    {kind === 'organisation' && (
      <span className="block text-sm font-normal text-ink-soft">
        {number ? `Organisation ${number}` : 'Organisation'}
      </span>
    )}
  </span>
)

const standings = { owner: '25% or more', maybe: 'Perhaps 25% or more', below: '' }

const InTheEnd = ({ row: { share, ways, standing } }: { row: EffectiveShare }) => (
  <div className="grid justify-items-start gap-1">
    <p className="figures font-semibold">{share ? shareText(share) : 'Share not known'}</p>
    {ways
      .filter((way) => way.includes('='))
      .map((way) => (
        <p key={way} className="figures text-sm text-ink-soft">
          {way}
        </p>
      ))}
    {standing !== 'below' && (
      <Badge tone={standing === 'owner' ? 'info' : 'warn'} plain>
        {share === null || (standing === 'owner' && share.from < 25) ? 'Has control' : standings[standing]}
      </Badge>
    )}
  </div>
)

const nameOf = (key: string, { name, owners }: { name: string; owners: readonly Owner[] }) =>
  key === self ? name : (owners.find((owner) => owner.key === key)?.name ?? '')

const stakeText = ({ share, control }: Stake) =>
  [share && shareText(share), control].filter(Boolean).join(', ')

const boxesOf = (name: string, shares: readonly EffectiveShare[]): ChartBox[] => [
  { key: self, title: name, detail: '', variant: 'main', to: [] },
  ...shares.map(({ owner, share, ways, standing }) => ({
    key: owner.key,
    title: owner.name,
    detail: ways.some((way) => way.includes('=')) && share ? `${shareText(share)} ultimately` : '',
    variant: standing === 'below' ? ('plain' as const) : ('strong' as const),
    to: owner.stakes.map((stake) => ({
      key: stake.of,
      words: stake.share ? shareText(stake.share) : 'Control',
    })),
  })),
]

/** Says where the details come from, without claiming that anyone checked them. */
export const sourceText = ({ kind, by, at, register }: FactsSource) =>
  kind === 'typed'
    ? `Typed by ${by} on ${dateTimeText(at)}.`
    : `Saved by ${by} with entries from ${register}, ${dateTimeText(at)}.`
