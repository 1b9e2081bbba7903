import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

/** Props that every field shares. */
export interface CommonFieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and what to do; drawn under the field and announced. */
  error?: string
  /** Shows the mark of a required field, also to assistive technology. */
  required?: boolean
  /** Adds "(optional)" to the label. */
  optional?: boolean
  /** The label is read out, but not drawn. */
  hideLabel?: boolean
}

/** Ids that tie a control to its label, hint and error. */
export function useFieldIds({ hint, error, required }: CommonFieldProps, name?: string) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classes(hint !== undefined && hintId, error !== undefined && errorId)
  return {
    id,
    hintId,
    errorId,
    control: {
      id,
      name,
      'data-field': name,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': describedBy || undefined,
      'aria-required': required || undefined,
    },
  }
}

/** Label, hint, control and error, one under the other. */
export const Field = ({
  words,
  ids,
  children,
}: {
  words: CommonFieldProps
  ids: { id: string; hintId: string; errorId: string }
  children: ReactNode
}) => (
  <div className="grid content-start">
    <label
      htmlFor={ids.id}
      className={classes(
        'mb-1.5 justify-self-start text-[0.875rem] font-semibold',
        words.hideLabel && 'sr-only',
      )}
    >
      <LabelWords {...words} />
    </label>
    {words.hint !== undefined && <Hint id={ids.hintId}>{words.hint}</Hint>}
    {children}
    <FieldError id={ids.errorId}>{words.error}</FieldError>
  </div>
)

/** The same for a control with several parts. */
export const FieldSet = ({
  words,
  ids,
  children,
}: {
  words: CommonFieldProps
  ids: { hintId: string; errorId: string; control: { 'aria-describedby': string | undefined } }
  children: ReactNode
}) => (
  <fieldset className="grid min-w-0 content-start" aria-describedby={ids.control['aria-describedby']}>
    <legend className={classes('mb-1.5 text-[0.875rem] font-semibold', words.hideLabel && 'sr-only')}>
      <LabelWords {...words} />
    </legend>
    {words.hint !== undefined && <Hint id={ids.hintId}>{words.hint}</Hint>}
    {children}
    <FieldError id={ids.errorId}>{words.error}</FieldError>
  </fieldset>
)

const LabelWords = ({ label, required, optional }: CommonFieldProps) => (
  <>
    {label}
    {required && (
      <span aria-hidden className="text-stop">
        {' *'}
      </span>
    )}
    {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
  </>
)

const Hint = ({ id, children }: { id: string; children: ReactNode }) => (
  <div id={id} className="-mt-1 mb-1.5 text-sm text-ink-soft">
    {children}
  </div>
)

// The live region is rendered before its words, because a region that appears together with them is often not read out.
export const FieldError = ({ id, children }: { id: string; children: string | undefined }) => (
  <div aria-live="polite">
    {children !== undefined && (
      <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-stop">
        <CircleAlert className="mt-0.5 size-4!" />
        {children}
      </p>
    )}
  </div>
)

/** Classes of text inputs and selects. */
export const controlClass =
  'h-11 w-full min-w-0 rounded-lg border border-edge bg-surface px-3.5 text-base text-ink ' +
  'transition-colors duration-150 placeholder:text-ink-soft hover:border-ink-soft touch:text-[1rem] ' +
  'aria-invalid:border-stop disabled:bg-sunken disabled:text-ink-soft disabled:hover:border-edge'

/** Selects and checkboxes match `:read-only` in CSS, so only text inputs get this look. */
export const textClass = `${controlClass} read-only:bg-sunken read-only:hover:border-edge`
