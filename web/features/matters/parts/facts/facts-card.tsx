import { ArrowRightLeft, Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { dateName, scopeNames } from '#contract/matters/facts.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { dateText } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { HandOverDialog } from '../hand-over-dialog.tsx'
import { FactsDialog } from './facts-dialog.tsx'

const pounds = (pence: number | null) => (pence === null ? 'Not entered' : formatPounds(pence))

/** A case without a fee earner of its own belongs to its client's fee earner. */
const feeEarnerWords = ({ facts, feeEarner, client }: FirmMatterFile) => {
  if (feeEarner === null) return 'Not named'
  return facts.feeEarnerId === null ? `${feeEarner}, who answers for ${client.name}` : feeEarner
}

/** The details that the firm records about a matter, apart from its history. */
export const FactsCard = ({ file }: { file: FirmMatterFile }) => {
  const [isEditing, setEditing] = useState(false)
  const [isHanding, setHanding] = useState(false)
  const mayRun = useMay()('matters.run')
  const { facts, supervisor } = file
  const team = file.teams.find(({ id }) => id === facts.teamId)
  const { dates, scope, scopeReason, value, costsEstimate, costsSoFar } = facts
  return (
    <Card className="lg:[&>dl]:grid-cols-1">
      <CardTitle
        aside={
          mayRun && (
            <Button size="small" icon={<Pencil />} onClick={() => setEditing(true)}>
              Edit details
            </Button>
          )
        }
      >
        Details
      </CardTitle>
      <DescriptionList
        variant="stacked"
        facts={[
          { name: 'Type', value: facts.type },
          { name: 'Fee earner', value: feeEarnerWords(file) },
          { name: 'Supervisor', value: supervisor ?? 'Not named' },
          ...(team ? [{ name: 'Team', value: team.name }] : []),
          { name: 'Value', value: pounds(value) },
          { name: 'Estimate of our costs', value: pounds(costsEstimate) },
          { name: 'Costs so far', value: pounds(costsSoFar) },
          ...dates.map((date) => ({
            name: `${dateName(date)}${date.isShared ? '' : ' (internal)'}`,
            value: dateText(date.on),
          })),
          {
            name: 'In scope of the money laundering rules',
            value: (
              <>
                {scopeNames[scope]}
                {scopeReason && (
                  <span className="block text-sm font-normal whitespace-pre-line">{scopeReason}</span>
                )}
              </>
            ),
          },
        ]}
      />
      {mayRun && (
        <Button className="mt-4" size="small" icon={<ArrowRightLeft />} onClick={() => setHanding(true)}>
          Hand over
        </Button>
      )}
      {isHanding && <HandOverDialog file={file} close={() => setHanding(false)} />}
      {isEditing && <FactsDialog file={file} close={() => setEditing(false)} />}
    </Card>
  )
}
