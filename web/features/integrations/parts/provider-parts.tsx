import { Copy } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'

interface ProviderTabProps {
  /** Says what the service does for the firm, and what happens without it. */
  lead: string
  /** Rows of the skeleton while the settings load. */
  rows: number
  children: ReactNode
}

/** A tab with the settings of an external service. */
export const ProviderTab = ({ lead, rows, children }: ProviderTabProps) => (
  <div className="grid gap-5">
    <p className="max-w-[70ch] text-ink-soft">{lead}</p>
    <AsyncBoundary skeleton={<SkeletonCard rows={rows} />}>{children}</AsyncBoundary>
  </div>
)

/** Says why settings can't be changed. `subject` is the beginning of the sentence: "The keys come". */
export const SetAtStart = ({ subject }: { subject: string }) => (
  <Callout tone="info" title="Set where the portal was started">
    {subject} from its environment and can't be changed or removed here.
  </Callout>
)

interface SaveSettingsProps {
  form: { fault: string | undefined; busy: boolean }
  children: ReactNode
}

/** The end of a settings form: the error and the button. */
export const SaveSettings = ({ form, children }: SaveSettingsProps) => (
  <>
    <FormFault>{form.fault}</FormFault>
    <div>
      <Button type="submit" variant="primary" busy={form.busy}>
        {children}
      </Button>
    </div>
  </>
)

interface SecretFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  /** Whether the portal has a value already, which it never shows. */
  isKept: boolean
  /** When the stored value was entered, if known. */
  setAt?: Date | null
}

/** A key or secret of another service. `hint` is shown while none is stored. */
export const SecretField = ({ isKept, setAt = null, hint = encrypted, ...field }: SecretFieldProps) => {
  const kept = setAt === null ? encrypted : `••• set on ${dateText(setAt)}.`
  return (
    <PasswordField hint={isKept ? `${kept} Leave blank to keep it.` : hint} autoComplete="off" {...field} />
  )
}

const encrypted = "It's kept encrypted and never shown again."

interface ConnectionTestProps {
  test: { isPending: boolean; error: Problem | null }
  run: () => void
  /** Names the service, if there are several on a page. */
  label?: string
  /** What the test found. */
  children: ReactNode
}

/** Tests settings before they are saved: the button, the refusal, and below it what the test found. */
export const ConnectionTest = ({ test, run, label, children }: ConnectionTestProps) => {
  const fault = test.error && (Object.values(test.error.fields)[0] ?? test.error.message)
  return (
    <div className="grid gap-3">
      <div>
        <Button busy={test.isPending} aria-label={label} onClick={run}>
          Test the connection
        </Button>
      </div>
      <FormFault>{fault ?? undefined}</FormFault>
      {children}
    </div>
  )
}

interface Check {
  step: string
  state: keyof typeof tones
  words: string
}

/** Shows the result of a connection test, step by step. */
export const ConnectionChecks = ({ checks }: { checks: readonly Check[] }) => (
  <ul aria-label="What the test found" role="status" className="grid gap-2">
    {checks.map(({ step, ...check }) => (
      <li key={step}>
        <ConnectionCheck {...check} />
      </li>
    ))}
  </ul>
)

/** Shows one step of a test. */
export const ConnectionCheck = ({ state, words }: Omit<Check, 'step'>) => (
  <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
    <Badge tone={tones[state].tone}>{tones[state].label}</Badge>
    <span className="min-w-50 flex-1">{words}</span>
  </p>
)

const tones = {
  good: { tone: 'ok', label: 'OK' },
  unknown: { tone: 'warn', label: 'Not sure' },
  bad: { tone: 'stop', label: 'Failed' },
} as const

interface ShownOnceProps {
  label: string
  secret: string
  words: string
  close: () => void
}

/** A secret that is shown once. Stays until the user says that they have copied it. */
export const ShownOnce = ({ label, secret, words, close }: ShownOnceProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <div className="grid gap-4">
      <p>{words}</p>
      <TextField label={label} readOnly value={secret} onFocus={({ target }) => target.select()} />
      <DialogFooter>
        <Button icon={<Copy />} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="primary" onClick={close}>
          I've stored it
        </Button>
      </DialogFooter>
      <p role="status" className="sr-only">
        {isCopied ? `${label} copied` : ''}
      </p>
    </div>
  )
}
