import { typedNameLimit } from '#contract/signatures.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface TypeFieldProps {
  name: string
  onType: (name: string) => void
  error?: string | undefined
}

/** The same as drawing, for whoever does not draw. */
export const TypeField = ({ name, onType, error }: TypeFieldProps) => {
  const { firstName, lastName } = useUser()
  return (
    <div className="grid max-w-100 gap-3">
      <TextField
        label="Your full name"
        name="typedName"
        autoComplete="name"
        maxLength={typedNameLimit}
        hint={`Your typed name is your signature: ${firstName} ${lastName}`}
        value={name}
        {...(error !== undefined && { error })}
        onChange={({ target }) => onType(target.value)}
      />
      {name.trim() !== '' && (
        <p className={previewLook}>
          <bdi className="serif text-[27px] text-[#14233b] [overflow-wrap:anywhere]">{name.trim()}</bdi>
        </p>
      )}
    </div>
  )
}

const previewLook = 'rounded-lg border border-edge bg-[#fff] px-4 py-5 text-center leading-snug'
