import { useState } from 'react'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  type MatterOrganisation,
  organisations,
  type RegisterExtract,
} from '#contract/organisations/organisations.ts'
import { companyRegister, type Difference, differencesOf } from '#contract/organisations/register.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface RegisterCardProps {
  id: MatterId
  organisation: MatterOrganisation
  mayRun: boolean
}

const refreshes = [organisations.list, organisations.proposed]

/** Data of the company register, and how it differs from the stored details. */
export const RegisterCard = ({ id, organisation, mayRun }: RegisterCardProps) => {
  const { partyId, extract, canLookUp } = organisation
  const lookUp = useCommand(companyRegister.lookUp, { refreshes })
  if (!canLookUp && !extract) return null
  return (
    <Card className="grid gap-4">
      <CardTitle
        lead={
          extract ? `${extract.register}, ${dateTimeText(extract.at)}` : 'Looked up by the company number.'
        }
        aside={
          mayRun &&
          canLookUp && (
            <Button size="small" busy={lookUp.isPending} onClick={() => lookUp.mutate({ id, partyId })}>
              {extract ? 'Look up again' : 'Look up'}
            </Button>
          )
        }
      >
        Companies House
      </CardTitle>
      <FormFault>{lookUp.error?.message}</FormFault>
      {extract && (
        <Extract
          key={extract.at.toISOString()}
          id={id}
          organisation={organisation}
          extract={extract}
          mayRun={mayRun}
        />
      )}
    </Card>
  )
}

const Extract = ({ id, organisation, extract, mayRun }: RegisterCardProps & { extract: RegisterExtract }) => {
  const { name, facts } = organisation
  const differences = differencesOf(facts, extract)
  return (
    <>
      <p className="wrap-anywhere">
        {extract.name}
        {extract.status && `, ${extract.status}`}
      </p>
      {extract.name.toLowerCase() !== name.toLowerCase() && (
        <p className="text-sm text-ink-soft">The register writes the name differently from this case.</p>
      )}
      {differences.length === 0 ? (
        <p>Nothing differs from what is entered here.</p>
      ) : (
        <Differences id={id} organisation={organisation} differences={differences} mayRun={mayRun} />
      )}
    </>
  )
}

const Differences = ({
  id,
  organisation: { partyId },
  differences,
  mayRun,
}: RegisterCardProps & { differences: Difference[] }) => {
  const [left, setLeft] = useState<readonly string[]>([])
  const takeOver = useCommand(companyRegister.takeOver, { refreshes })
  const keys = differences.map(({ key }) => key).filter((key) => !left.includes(key))
  const run = () =>
    takeOver.mutate(
      { id, partyId, keys },
      { onSuccess: () => toast({ title: 'Taken over', variant: 'success' }) },
    )
  return (
    <div className="grid gap-3">
      <p>Different from what is entered here:</p>
      <ul aria-label="Differences" className="grid gap-3">
        {differences.map(({ key, label, typed, register }) => (
          <li key={key} className="wrap-anywhere">
            <Checkbox
              label={`${label}: ${register ?? 'not listed'}`}
              hint={typed === null ? 'Not entered here' : `Entered here: ${typed}`}
              checked={!left.includes(key)}
              disabled={!mayRun}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((other) => other !== key) : [...left, key])
              }
            />
          </li>
        ))}
      </ul>
      <FormFault>
        {takeOver.error ? (Object.values(takeOver.error.fields)[0] ?? takeOver.error.message) : undefined}
      </FormFault>
      {mayRun && (
        <div>
          <Button variant="primary" busy={takeOver.isPending} disabled={keys.length === 0} onClick={run}>
            Take over {keys.length === 1 ? 'one entry' : `${keys.length} entries`}
          </Button>
        </div>
      )}
    </div>
  )
}
