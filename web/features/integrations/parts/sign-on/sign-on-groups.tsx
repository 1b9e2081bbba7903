import { Plus, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { rights } from '#contract/kit/rights.ts'
import { GroupRole, type SignOn } from '#contract/sign-on.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type Rows = SignOn['groupRoles']
type Name = `groupRoles.${number}.${'group' | 'role'}`

interface GroupRolesProps {
  form: {
    watch: (name: 'groupRoles') => Rows
    setValue: (name: 'groupRoles', rows: Rows) => void
    field: (name: Name) => Omit<ComponentProps<'input'>, 'id' | 'className'> & { error?: string | undefined }
  }
}

const choices = GroupRole.options.map((role) => ({ value: role, label: rights[role].label }))

/** Sets which role each group of the provider gives. */
export const GroupRoles = ({ form }: GroupRolesProps) => {
  const rows = form.watch('groupRoles')
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">Roles from groups</legend>
      <p className="text-sm text-ink-soft">
        A role listed here is given and taken away by groups each time someone signs in. All other roles stay
        as they are under People.
      </p>
      {rows.map((_, at) => (
        // Rows have no IDs and never change places, so the index is the key.
        <div key={at} className="flex flex-wrap items-end gap-3">
          <div className="min-w-50 flex-1">
            <TextField
              label="Group"
              autoComplete="off"
              {...(form.field(`groupRoles.${at}.group`) as object)}
            />
          </div>
          <div className="min-w-40 flex-1">
            <SelectField
              label="Role"
              choices={choices}
              {...(form.field(`groupRoles.${at}.role`) as object)}
            />
          </div>
          <IconButton
            label={`Remove group ${at + 1}`}
            icon={<Trash2 />}
            onClick={() =>
              form.setValue(
                'groupRoles',
                rows.filter((__, other) => other !== at),
              )
            }
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => form.setValue('groupRoles', [...rows, { group: '', role: 'fee_earner' }])}
        >
          Add a group
        </Button>
      </div>
    </fieldset>
  )
}
