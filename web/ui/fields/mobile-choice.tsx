import { Checkbox } from './choices.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface MobileChoiceProps {
  isOn: boolean
  turn: (isOn: boolean) => void
  /** This is a demo, where no text leaves. */
  isKept: boolean
  /** Of the number. */
  field: Omit<TextFieldProps, 'label'>
}

/** Whether a code goes out by text as well, and where to. */
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
