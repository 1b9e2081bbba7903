import { TextField, type TextFieldProps } from './text-field.tsx'

type Field = Omit<TextFieldProps, 'label'>

/** A person's first and last name, side by side in a grid. */
export const NameFields = ({ first, last }: { first: Field; last: Field }) => (
  <>
    <TextField label="First name" autoComplete="given-name" {...first} />
    <TextField label="Last name" autoComplete="family-name" {...last} />
  </>
)

/** The name that somebody signs in by, which a phone neither corrects nor capitalises. */
export const UsernameField = (props: Field) => (
  <TextField label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
)
