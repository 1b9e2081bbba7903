import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PersonKind } from '#contract/matters/party.ts'
import { type Owner, type Share, type Stake, self, shareIn } from '#contract/organisations/ownership.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'

interface OwnersFieldProps {
  name: string
  /** Name of the organisation, as one of the things that an owner can hold a share of. */
  organisation: string
  value: Owner[]
  onChange: (value: Owner[]) => void
  errorOf: (name: string) => string | undefined
}

const newStake: Stake = { of: self, share: null, control: '' }

/** The owners, up to the people at the top. Each holds a share of the organisation or of another owner. */
export const OwnersField = ({ name, organisation, value, onChange, errorOf }: OwnersFieldProps) => {
  const change = (at: number, part: Partial<Owner>) =>
    onChange(value.map((owner, index) => (index === at ? { ...owner, ...part } : owner)))
  const add = () => {
    const key = crypto.randomUUID().slice(0, 13)
    onChange([...value, { key, name: '', kind: 'person', number: '', stakes: [newStake] }])
  }
  // A removed owner can't be held either, so the stakes in it go too.
  const remove = (key: string) =>
    onChange(
      value
        .filter((owner) => owner.key !== key)
        .map((owner) => ({ ...owner, stakes: owner.stakes.filter(({ of }) => of !== key) })),
    )
  return (
    <Card className="grid gap-4">
      <CardTitle lead="Everyone with 25% or more, and the organisations in between. Smaller owners are welcome too.">
        Owners
      </CardTitle>
      {value.map((owner, at) => (
        <OwnerFields
          key={owner.key}
          name={`${name}.${at}`}
          number={`Owner ${at + 1}`}
          owner={owner}
          change={(part) => change(at, part)}
          remove={() => remove(owner.key)}
          errorOf={errorOf}
          targets={[
            { value: self, label: organisation },
            ...value
              .filter(({ key, kind }) => kind === 'organisation' && key !== owner.key)
              .map((other) => ({ value: other.key, label: other.name || 'An owner without a name' })),
          ]}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={add}>
          Add an owner
        </Button>
      </div>
    </Card>
  )
}

interface OwnerFieldsProps {
  name: string
  /** What the owner is called until they have a name. */
  number: string
  owner: Owner
  change: (part: Partial<Owner>) => void
  remove: () => void
  errorOf: (name: string) => string | undefined
  /** What the owner can hold a share of. */
  targets: { value: string; label: string }[]
}

const OwnerFields = ({ name, number, owner, change, remove, errorOf, targets }: OwnerFieldsProps) => (
  <fieldset className="grid gap-3 rounded-xl border border-line p-4">
    <legend className="sr-only">{owner.name || number}</legend>
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        label="Name"
        required
        name={`${name}.name`}
        value={owner.name}
        error={errorOf(`${name}.name`)}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="mt-7">
        <IconButton label={`Remove ${owner.name || 'this owner'}`} icon={<Trash2 />} onClick={remove} />
      </div>
    </div>
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Who it is"
        choices={[
          { value: 'person', label: 'A person' },
          { value: 'organisation', label: 'An organisation' },
        ]}
        value={owner.kind}
        onChange={({ target }) => change({ kind: PersonKind.parse(target.value) })}
      />
      {owner.kind === 'organisation' && (
        <TextField
          label="Number"
          optional
          name={`${name}.number`}
          value={owner.number}
          error={errorOf(`${name}.number`)}
          onChange={({ target }) => change({ number: target.value })}
        />
      )}
    </div>
    <StakesField
      name={`${name}.stakes`}
      value={owner.stakes}
      onChange={(stakes) => change({ stakes })}
      errorOf={errorOf}
      targets={targets}
    />
  </fieldset>
)

interface StakesFieldProps {
  name: string
  value: Stake[]
  onChange: (value: Stake[]) => void
  errorOf: (name: string) => string | undefined
  targets: { value: string; label: string }[]
}

const StakesField = ({ name, value, onChange, errorOf, targets }: StakesFieldProps) => {
  const change = (at: number, part: Partial<Stake>) =>
    onChange(value.map((stake, index) => (index === at ? { ...stake, ...part } : stake)))
  return (
    <>
      {value.map((stake, at) => (
        <div
          key={`${at}-${value.length}`}
          className="grid items-start gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <ShareField
            name={`${name}.${at}.share`}
            value={stake.share}
            onChange={(share) => change(at, { share })}
            error={errorOf(`${name}.${at}.share`) ?? errorOf(`${name}.${at}.share.from`)}
          />
          <SelectField
            label="Of"
            name={`${name}.${at}.of`}
            choices={targets}
            value={stake.of}
            error={errorOf(`${name}.${at}.of`)}
            onChange={({ target }) => change(at, { of: target.value })}
          />
          <div className="sm:col-span-2">
            <TextField
              label="Control besides the share"
              optional
              hint="Such as: appoints and removes directors"
              name={`${name}.${at}.control`}
              value={stake.control}
              error={errorOf(`${name}.${at}.control`)}
              onChange={({ target }) => change(at, { control: target.value })}
            />
          </div>
        </div>
      ))}
      {errorOf(name) && <p className="text-sm font-medium text-stop">{errorOf(name)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Plus />} onClick={() => onChange([...value, newStake])}>
          Add another share
        </Button>
        {value.length > 1 && (
          <Button size="small" onClick={() => onChange(value.slice(0, -1))}>
            Remove the last share
          </Button>
        )}
      </div>
    </>
  )
}

interface ShareFieldProps {
  name: string
  value: Share | null
  onChange: (value: Share | null) => void
  error: string | undefined
}

/** An invalid share, which the rules refuse. */
const noShare: Share = { from: Number.NaN, to: Number.NaN }

/** Keeps the typed text, so that a half-typed share is not reformatted. */
const ShareField = ({ name, value, onChange, error }: ShareFieldProps) => {
  const [typed, setTyped] = useState(() => typedOf(value))
  return (
    <TextField
      label="Share in %"
      inputMode="decimal"
      name={name}
      value={typed}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value.trim() === '' ? null : (shareIn(target.value) ?? noShare))
      }}
    />
  )
}

const typedOf = (share: Share | null) => {
  if (share === null) return ''
  return share.from === share.to ? String(share.from) : `${share.from}-${share.to}`
}
