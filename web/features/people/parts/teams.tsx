import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#contract/firm/people.ts'
import { type Team, teams } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { TeamDialog } from './team-dialog.tsx'

/** Who covers whom: each team with its people. */
export const Teams = ({ people }: { people: Person[] }) => {
  const { data } = useSuspenseQuery(query(teams.list, {}))
  const [open, setOpen] = useState<Team | 'new' | null>(null)
  const staff = people.filter(({ roles }) => looksAfterClients(roles))
  return (
    <section aria-label="Teams" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section">Teams</h2>
        <Button size="small" icon={<Plus />} onClick={() => setOpen('new')}>
          New team
        </Button>
      </div>
      <Card padded={false}>
        {data.length === 0 && (
          <Empty title="No teams yet">
            People in a team see every client and case that you assign to it, and can cover for each other.
          </Empty>
        )}
        <ul className="divide-y divide-line">
          {data.map((team) => (
            <li key={team.id}>
              <Row
                mark={<UsersRound className="text-ink-soft" />}
                title={<span className="wrap-anywhere">{team.name}</span>}
                detail={
                  <span className="wrap-anywhere">
                    {namesOf(team, people)} · {counted(team.clients, 'client')}
                  </span>
                }
                action={
                  <Button size="small" aria-label={`Change ${team.name}`} onClick={() => setOpen(team)}>
                    Change
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      {open && <TeamDialog team={open === 'new' ? null : open} staff={staff} close={() => setOpen(null)} />}
    </section>
  )
}

const namesOf = ({ memberIds }: Team, people: Person[]) =>
  people
    .filter(({ id }) => memberIds.includes(id))
    .map(fullName)
    .join(', ') || 'Nobody yet'
