import { Check } from 'lucide-react'
import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { type CommonFieldProps, FieldError, FieldSet, useFieldIds } from './field.tsx'
import { splitFieldProps, TextField, type TextFieldProps } from './text-field.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'required' | 'id' | 'className' | 'type'>

export type CheckboxProps = Omit<CommonFieldProps, 'hideLabel' | 'optional'> & InputProps

/** A single checkbox. Takes `form.field(name)`. */
export const Checkbox = (props: CheckboxProps) => {
  const { words, rest } = splitFieldProps(props)
  const ids = useFieldIds(words, rest.name)
  return (
    <div className="grid">
      <Option
        type="checkbox"
        input={{ ...rest, ...ids.control }}
        label={words.label}
        hint={words.hint}
        hintId={ids.hintId}
        required={words.required}
      />
      <FieldError id={ids.errorId}>{words.error}</FieldError>
    </div>
  )
}

export interface Choice<V extends string = string> {
  value: V
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

export type ChoiceGroupProps<V extends string = string> = CommonFieldProps &
  Omit<InputProps, 'value'> & {
    choices: readonly Choice<V>[]
    /** `cards` draws each choice as a card with its icon. */
    variant?: 'list' | 'cards'
    /** Controls the group from outside. Leave it out with `form.field(name)`. */
    value?: V | readonly V[]
  }

/** A choice of one. Takes `form.field(name)`. The form's value is the `value` of the chosen one. */
export const RadioGroup = <V extends string>(props: ChoiceGroupProps<V>) => (
  <ChoiceGroup {...props} type="radio" />
)

/** A choice of any number. Takes `form.field(name)`. The form's value is the list of ticked values. */
export const CheckboxGroup = <V extends string>(props: ChoiceGroupProps<V>) => (
  <ChoiceGroup {...props} type="checkbox" />
)

const ChoiceGroup = <V extends string>({
  type,
  choices,
  variant = 'list',
  value,
  ...props
}: ChoiceGroupProps<V> & { type: 'radio' | 'checkbox' }) => {
  const { words, rest } = splitFieldProps(props)
  const ids = useFieldIds(words, rest.name)
  const isChosen = (choice: V) => (typeof value === 'string' ? value === choice : value?.includes(choice))
  return (
    <FieldSet words={words} ids={ids}>
      <div
        className={classes(
          'grid',
          variant === 'cards' ? 'grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-2.5' : 'gap-1',
        )}
      >
        {choices.map((choice, index) => (
          <Option
            key={choice.value}
            type={type}
            variant={variant}
            {...choice}
            hintId={`${ids.id}-${choice.value}`}
            input={{
              ...rest,
              value: choice.value,
              disabled: choice.disabled || rest.disabled,
              'aria-describedby': choice.hint ? `${ids.id}-${choice.value}` : undefined,
              ...(value !== undefined && { checked: isChosen(choice.value) }),
              ...(index === 0 && { 'aria-invalid': ids.control['aria-invalid'] }),
              ...(index === 0 && { 'data-field': rest.name }),
              'data-wrong': ids.control['aria-invalid'] || undefined,
            }}
          />
        ))}
      </div>
    </FieldSet>
  )
}

interface OptionProps {
  type: 'radio' | 'checkbox'
  input: ComponentProps<'input'> & { 'data-wrong'?: unknown }
  label: ReactNode
  hint?: ReactNode
  hintId: string
  icon?: ReactNode
  variant?: 'list' | 'cards'
  required?: boolean
}

const Option = ({ type, input, label, hint, hintId, icon, variant = 'list', required }: OptionProps) => (
  <label
    className={classes(
      'flex min-h-9 cursor-pointer items-start gap-3 py-1.5 touch:min-h-11 touch:py-2.5',
      'has-disabled:cursor-not-allowed has-disabled:opacity-60',
      variant === 'cards' &&
        'rounded-xl border border-line bg-surface px-4! py-3.5! hover:border-edge has-checked:border-brand has-checked:bg-brand-tint',
    )}
  >
    <span className="relative grid h-lh w-5 flex-none place-items-center">
      <input
        type={type}
        {...input}
        className={classes(markClass, type === 'radio' ? 'rounded-full' : 'rounded-sm')}
      />
      {type === 'checkbox' ? (
        <Check className="pointer-events-none absolute hidden size-3.5! stroke-3! text-on-brand peer-checked:block" />
      ) : (
        <span className="pointer-events-none absolute hidden size-2 rounded-full bg-on-brand peer-checked:block" />
      )}
    </span>
    <span className="grid gap-0.5">
      <span className={classes(variant === 'cards' && 'font-semibold')}>
        {label}
        {required && (
          <span aria-hidden className="text-stop">
            {' *'}
          </span>
        )}
      </span>
      {hint && (
        <span id={hintId} className="text-sm text-ink-soft">
          {hint}
        </span>
      )}
    </span>
    {icon && <span className="ml-auto flex h-lh items-center text-ink-soft">{icon}</span>}
  </label>
)

const markClass =
  'peer size-5 cursor-[inherit] appearance-none border-[1.5px] border-edge bg-surface ' +
  'transition-colors duration-150 checked:border-brand checked:bg-brand aria-invalid:border-stop data-wrong:border-stop'

interface ChipsProps<V extends string> {
  label: string
  chips: readonly { value: V; label: string; count?: number | string }[]
  value: V
  onChange: (value: V) => void
}

/** A row of filters with one selected. It scrolls sideways on phones. */
export const Chips = <V extends string>({ label, chips, value, onChange }: ChipsProps<V>) => (
  <div
    role="group"
    aria-label={label}
    className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 large-text:flex-wrap"
  >
    {chips.map((chip) => (
      <button
        key={chip.value}
        type="button"
        aria-pressed={chip.value === value}
        onClick={() => onChange(chip.value)}
        className={classes(
          'min-h-8 flex-none rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap transition-colors duration-150 touch:min-h-11 large-text:max-w-full',
          chip.value === value
            ? 'border-ink bg-ink text-paper'
            : 'border-line bg-sunken text-ink-soft hover:border-edge hover:text-ink',
        )}
      >
        {chip.label}
        {chip.count !== undefined && <span className="figures ml-1.5">{chip.count}</span>}
      </button>
    ))}
  </div>
)

interface MobileChoiceProps {
  isOn: boolean
  turn: (isOn: boolean) => void
  /** Whether this is a demo, which sends no texts. */
  isKept: boolean
  /** Props of the field for the number. */
  field: Omit<TextFieldProps, 'label'>
}

/** Asks whether to send a code by text as well, and to which number. */
export const MobileChoice = ({ isOn, turn, isKept, field }: MobileChoiceProps) => (
  <div className="grid gap-3">
    <Checkbox
      label="Send the code by text"
      hint={
        isKept
          ? 'This is a demo: the text stays in the outbox and isn’t sent.'
          : 'You’ll still see the code once, in case the text doesn’t arrive.'
      }
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
    />
    {isOn && (
      <TextField
        label="Mobile number"
        hint="For example, 07700 900123"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...field}
      />
    )}
  </div>
)

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that takes effect at once, without a save button. */
export const Switch = ({ label, hint, checked, onChange, disabled }: SwitchProps) => {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-2">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-10 flex-none rounded-full border border-edge bg-sunken transition-colors duration-150 before:absolute before:-inset-2.5 data-[state=checked]:border-brand data-[state=checked]:bg-brand disabled:opacity-50"
      >
        <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-ink-soft transition-transform duration-150 data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-brand" />
      </Radix.Root>
    </div>
  )
}
