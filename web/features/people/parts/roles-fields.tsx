import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { z } from 'zod'
import { firm } from '#contract/firm/firm.ts'
import {
  type Inspection,
  type Person,
  people,
  rolesText,
  type WantedInspection,
} from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients, rights, StaffRole } from '#contract/kit/rights.ts'
import { counted } from '#web/platform/clock.ts'
import { type ControlProps, type FieldProps, useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { isOnlyOfficer, OnlyOfficer } from './only-officer.tsx'

/** An inspection as it is typed. */
type Typed = z.input<typeof WantedInspection>

interface RolesFieldsProps {
  form: {
    watch: () => { roles?: StaffRole[] }
    getValues: () => { inspection?: Typed }
    setValue: (name: 'inspection', value: Typed | undefined) => void
    field: (name: 'roles') => FieldProps
    control: {
      (name: 'inspection.until'): ControlProps<string | undefined>
      (name: 'inspection.clientIds'): ControlProps<string[] | undefined>
    }
  }
  /** The clients an auditor could read before. */
  known: Inspection['clients']
}

/** The roles to choose from, one line each. An auditor reads named clients until a certain day. */
export const RolesFields = ({ form, known }: RolesFieldsProps) => {
  const roles = form.watch().roles
  const isAuditor = roles?.includes('auditor') ?? false
  const until = form.control('inspection.until')
  const { setValue, getValues } = form
  useEffect(() => {
    if (!isAuditor) setValue('inspection', undefined)
    else if (!getValues().inspection) setValue('inspection', { until: '', clientIds: [] })
  }, [isAuditor, setValue, getValues])
  return (
    <>
      <CheckboxGroup
        label="What they can do"
        choices={StaffRole.options.map((role) => ({
          value: role,
          label: rights[role].label,
          hint: rights[role].line,
        }))}
        {...form.field('roles')}
      />
      {isAuditor && (
        <>
          <DateField
            label="Last day"
            hint="The day after, they can no longer sign in as an auditor."
            {...until}
            value={until.value ?? ''}
          />
          <Inspected control={form.control('inspection.clientIds')} known={known} />
        </>
      )}
    </>
  )
}

interface InspectedProps {
  control: ControlProps<string[] | undefined>
  known: Inspection['clients']
}

/** The clients an auditor may read. Finds them by name, with the chosen ones first. */
const Inspected = ({ control: { name, value = [], onChange, error }, known }: InspectedProps) => {
  const [typed, type] = useState('')
  const [chosen, setChosen] = useState(known)
  const search = useDeferredValue(typed.trim()) || undefined
  const { data } = useQuery({ ...query(firm.clients, { search }), placeholderData: keepPreviousData })
  const found = (data?.clients ?? []).map((client) => ({ id: client.id, name: fullName(client) }))
  const kept = chosen.filter(({ id }) => value.includes(id))
  const offered = [...kept, ...found.filter(({ id }) => !value.includes(id))]
  const toggle = (id: string) => {
    if (value.includes(id)) return onChange(value.filter((candidate) => candidate !== id))
    setChosen([...kept, ...found.filter((candidate) => candidate.id === id)])
    onChange([...value, id])
  }
  return (
    <div className="grid gap-2.5">
      <TextField
        label="Search clients"
        type="search"
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={({ target }) => type(target.value)}
      />
      <CheckboxGroup
        label="Clients they may read"
        name={name}
        value={value}
        error={error}
        choices={offered.map(({ id, name: label }) => ({ value: id, label }))}
        onChange={({ target }) => toggle(target.value)}
      />
    </div>
  )
}

interface RolesDialogProps {
  person: Person
  /** Staff who may take over the clients. */
  colleagues: Person[]
  close: () => void
}

/** Changes the roles of a member of staff. If they can no longer look after clients, asks who takes over. */
export const RolesDialog = ({ person, colleagues, close }: RolesDialogProps) => {
  const cache = useQueryClient()
  const { id, roles, inspection, clients } = person
  const form = useCommandForm(people.saveRoles, {
    start: {
      id,
      roles,
      ...(inspection && {
        inspection: { until: inspection.until, clientIds: inspection.clients.map((client) => client.id) },
      }),
    },
    done: async (saved) => {
      await refresh(cache, [people.list, firm.clients, firm.client])
      toast({
        title: 'Roles saved',
        description: `${fullName(saved)}: ${rolesText(saved.roles)}`,
        variant: 'success',
      })
      close()
    },
  })
  const isHanding = clients > 0 && !looksAfterClients(form.watch('roles') ?? [])
  const others = colleagues.filter((other) => other.id !== id && looksAfterClients(other.roles))
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`What ${fullName(person)} can do`}
      description="They'll be signed out everywhere straight away and will need to sign in again."
    >
      <form {...form.props} className="grid gap-5">
        <RolesFields form={form} known={inspection?.clients ?? []} />
        {!(form.watch('roles') ?? []).includes('compliance_officer') && isOnlyOfficer(person, colleagues) && (
          <OnlyOfficer person={person} />
        )}
        {isHanding && (
          <SelectField
            label={`Who will take over ${counted(clients, 'client')}?`}
            placeholder="Please choose"
            choices={others.map((other) => ({ value: other.id, label: fullName(other) }))}
            {...form.field('handTo')}
          />
        )}
        <FormFooter form={form} cancel={close}>
          Save
        </FormFooter>
      </form>
    </Dialog>
  )
}
