import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { type Person, people, rolesText, type WantedInspection } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients, may, rights, StaffRole } from '#contract/kit/rights.ts'
import { type ControlProps, type FieldProps, useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useComingAppointments } from './departure/coming-appointments.ts'
import { KeysMade, useKeysMade } from './departure/keys-made.tsx'
import { isOnlyOfficer, OnlyOfficer } from './departure/only-officer.tsx'
import { HeldMatters, SuccessorField } from './departure/successor.tsx'

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
      (name: 'inspection.references'): ControlProps<string[] | undefined>
    }
  }
}

/** The roles to choose from, one line each. An auditor reads named cases until a certain day. */
export const RolesFields = ({ form }: RolesFieldsProps) => {
  const roles = form.watch().roles
  const isAuditor = roles?.includes('auditor') ?? false
  const until = form.control('inspection.until')
  const { setValue, getValues } = form
  useEffect(() => {
    if (!isAuditor) setValue('inspection', undefined)
    else if (!getValues().inspection) setValue('inspection', { until: '', references: [] })
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
          <InspectedCases control={form.control('inspection.references')} />
        </>
      )}
    </>
  )
}

/** The references of the cases that an auditor may read, one in each line. */
const InspectedCases = ({
  control: { name, value = [], onChange, error },
}: {
  control: ControlProps<string[] | undefined>
}) => {
  const [typed, type] = useState(value.join('\n'))
  return (
    <TextArea
      label="Cases they may read"
      hint="Enter the reference of each case on a line of its own, for example HR-2026-00012."
      rows={4}
      name={name}
      value={typed}
      error={error}
      onChange={({ target }) => {
        type(target.value)
        onChange(referencesIn(target.value))
      }}
    />
  )
}

const referencesIn = (typed: string) => [
  ...new Set(
    typed
      .split(/[\n,;]/)
      .map((reference) => reference.trim())
      .filter(Boolean),
  ),
]

interface RolesDialogProps {
  person: Person
  /** Staff who may take over the clients. */
  colleagues: Person[]
  close: () => void
}

/**
 * Changes the roles of a member of staff. If they can no longer look after clients, asks who takes over
 * these and their cases.
 */
export const RolesDialog = ({ person, colleagues, close }: RolesDialogProps) => {
  const cache = useQueryClient()
  const { id, roles, inspection, clients } = person
  const made = useKeysMade(id)
  const form = useCommandForm(people.saveRoles, {
    start: {
      id,
      roles,
      ...(inspection && { inspection }),
    },
    done: async (saved) => {
      await refresh(cache, [people.list, firm.clients, firm.client, firmAppointments.list, handOver.held])
      toast({
        title: 'Roles saved',
        description: [
          `${fullName(saved)}: ${rolesText(saved.roles)}.`,
          may(saved.roles, 'settings.manage') ? '' : await made.outcome(),
        ]
          .filter(Boolean)
          .join(' '),
        variant: 'success',
      })
      close()
    },
  })
  const isHolding = clients > 0 || looksAfterClients(roles)
  const isLosingKeys = may(roles, 'settings.manage') && !may(form.watch('roles') ?? [], 'settings.manage')
  const isHanding = isHolding && !looksAfterClients(form.watch('roles') ?? [])
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`What ${fullName(person)} can do`}
      description="They'll be signed out everywhere straight away and will need to sign in again."
    >
      <form {...form.props} className="grid gap-5">
        <RolesFields form={form} />
        {!(form.watch('roles') ?? []).includes('compliance_officer') && isOnlyOfficer(person, colleagues) && (
          <OnlyOfficer person={person} />
        )}
        {isLosingKeys && <KeysMade keys={made.keys} isEnding={false} />}
        {isHanding && (
          <>
            <HeldMatters person={person} />
            <ComingAppointments person={person} />
            <SuccessorField {...{ person, colleagues, form }} />
          </>
        )}
        <AskingFormFooter form={form} cancel={close}>
          Save
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}

const ComingAppointments = ({ person }: { person: Person }) => <p>{useComingAppointments(person.id).words}</p>
