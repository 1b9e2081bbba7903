import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  type MatterOrganisation,
  type Officer,
  OfficerRole,
  OrganisationKind,
  officerRoleNames,
  organisationKindNames,
  organisations,
} from '#contract/organisations/organisations.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { OwnersField } from './owners-field.tsx'

interface FactsFormProps {
  id: MatterId
  organisation: MatterOrganisation
  close: () => void
}

/** The form for an organisation's details. */
export const FactsForm = ({ id, organisation, close }: FactsFormProps) => {
  const cache = useQueryClient()
  const { partyId, name, number, facts } = organisation
  const form = useCommandForm(organisations.save, {
    start: {
      id,
      partyId,
      kind: facts?.kind ?? 'company',
      number,
      registeredAddress: facts?.registeredAddress ?? '',
      officers: facts?.officers ?? [],
      owners: facts?.owners ?? [],
    },
    done: async () => {
      await refresh(cache, [organisations.list, organisations.proposed])
      toast({ title: 'Owners and officers saved', variant: 'success' })
      close()
    },
  })
  const errorOf = (field: string) => form.field(field).error
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle lead="Saved with your name and the time.">Details</CardTitle>
        <SelectField
          label="Kind"
          required
          choices={OrganisationKind.options.map((value) => ({ value, label: organisationKindNames[value] }))}
          {...form.field('kind')}
        />
        <TextField
          label="Number"
          optional
          hint="Its number at Companies House, such as 01234567 or OC301234; of a charity, its charity number"
          {...form.field('number')}
        />
        <TextArea label="Registered address" optional rows={2} {...form.field('registeredAddress')} />
      </Card>
      <OfficersField {...form.control('officers')} errorOf={errorOf} />
      <OwnersField {...form.control('owners')} organisation={name} errorOf={errorOf} />
      <FormFault>{form.fault}</FormFault>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

interface OfficersFieldProps {
  name: string
  value: Officer[]
  onChange: (value: Officer[]) => void
  errorOf: (name: string) => string | undefined
}

const OfficersField = ({ name, value, onChange, errorOf }: OfficersFieldProps) => {
  const change = (at: number, part: Partial<Officer>) =>
    onChange(value.map((officer, index) => (index === at ? { ...officer, ...part } : officer)))
  const add = () => onChange([...value, { name: '', role: 'director', kind: 'person' }])
  return (
    <Card className="grid gap-4">
      <CardTitle lead="Directors, members of an LLP, trustees. Leave out those who have resigned.">
        Officers
      </CardTitle>
      {value.map((officer, at) => (
        // The officers have no IDs, so the index is the key.
        <div
          key={`${at}-${value.length}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
        >
          <TextField
            label="Name"
            required
            name={`${name}.${at}.name`}
            value={officer.name}
            error={errorOf(`${name}.${at}.name`)}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <div className="row-start-2 sm:row-start-auto">
            <SelectField
              label="Role"
              choices={OfficerRole.options.map((role) => ({ value: role, label: officerRoleNames[role] }))}
              value={officer.role}
              onChange={({ target }) => change(at, { role: OfficerRole.parse(target.value) })}
            />
          </div>
          <div className="mt-7">
            <IconButton
              label={`Remove ${officer.name || 'this officer'}`}
              icon={<Trash2 />}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={add}>
          Add an officer
        </Button>
      </div>
    </Card>
  )
}
