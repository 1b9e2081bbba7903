import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { type ConnectionStanding, connections } from '#contract/connections.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { ConfirmField } from '#web/features/accounts/dialog.tsx'
import { dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox, RadioGroup } from '#web/ui/fields/choices.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { FilePicker } from '#web/ui/fields/file-drop.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConnectionChecks, SecretField } from '../provider-parts.tsx'
import { connectionWords } from './connection-fields.ts'

interface DialogProps {
  standing: ConnectionStanding
  close: () => void
}

/** The settings of one connection: typed, tested, and saved with the administrator's password. */
export const ConnectionDialog = ({ standing, close }: DialogProps) => (
  <Dialog open onOpenChange={close} title={connectionWords[standing.name].title}>
    <SettingsForm standing={standing} close={close} />
  </Dialog>
)

type SaveInput = Input<typeof connections.save>
type Settings = SaveInput['settings']
/** All fields of all connections are text, so one form renders them by name. */
type AnyField = 'password'
const at = (name: string) => `settings.${name}` as AnyField

const SettingsForm = ({ standing, close }: DialogProps) => {
  const { name, values, secrets, state } = standing
  const { fields, start, title } = connectionWords[name]
  const cache = useQueryClient()
  const blank = Object.fromEntries(fields.map((field) => [field.name, '']))
  const settings = { ...blank, ...start, ...values, name }
  const form = useCommandForm(connections.save, {
    start: { settings, password: '' },
    done: async () => {
      await refresh(cache, [connections.list])
      toast({ title: `${title} saved`, description: 'It applies from now on.', variant: 'success' })
      close()
    },
  })
  const keptOf = (field: string) => secrets.find((secret) => secret.field === field)
  return (
    <form {...form.props} className="grid gap-5">
      {fields.map(({ name: field, label, hint, optional = false, kind, choices = [], type }) => {
        const common = { label, optional, ...(hint !== undefined && { hint }) }
        const kept = keptOf(field)
        if (kind === 'choice')
          return <RadioGroup key={field} {...common} choices={choices} {...form.field(at(field))} />
        if (kind === 'area')
          return <TextArea key={field} {...common} spellCheck={false} rows={4} {...form.field(at(field))} />
        if (kind === 'file')
          return <CertificateFile key={field} {...common} kept={kept} {...form.control(at(field))} />
        if (kind === 'secret')
          return (
            <SecretField
              key={field}
              {...common}
              isKept={kept !== undefined}
              setAt={kept?.setAt ?? null}
              {...form.field(at(field))}
            />
          )
        return (
          <TextField
            key={field}
            {...common}
            type={type ?? 'text'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field(at(field))}
          />
        )
      })}
      <TestSettings name={name} settings={() => form.getValues('settings')} refused={form.refuse} />
      <ConfirmField
        hint="To save, confirm that it's you. Other administrators are told."
        {...form.field('password')}
      />
      <AskingFormFooter form={form} cancel={close}>
        {state === 'built_in' ? 'Connect' : 'Save'}
      </AskingFormFooter>
    </form>
  )
}

interface TestProps {
  name: Settings['name']
  /** The settings typed into the form. If left out, the saved ones are tested. */
  settings?: () => Settings
  refused?: (problem: NonNullable<ReturnType<typeof useTest>['error']>) => void
  /** Names the connection, if there are several on a page. */
  label?: string
}

const useTest = () => useCommand(connections.test, { refreshes: [connections.list] })

/** Tests a service, and shows each step with its result. */
export const TestSettings = ({ name, settings, refused, label }: TestProps) => {
  const [sendsMail, setSendsMail] = useState(false)
  const test = useTest()
  const run = () =>
    test.mutate(
      {
        name,
        ...(settings && { settings: settings() }),
        ...(name === 'mail' && { sendsMail }),
      },
      refused && { onError: refused },
    )
  return (
    <div className="grid gap-3">
      {name === 'mail' && (
        <Checkbox
          label="Also send a test email to me"
          checked={sendsMail}
          onChange={({ target }) => setSendsMail(target.checked)}
        />
      )}
      <div>
        <Button busy={test.isPending} aria-label={label} onClick={run}>
          Test the connection
        </Button>
      </div>
      <FormFault>{refused ? undefined : test.error?.message}</FormFault>
      <ConnectionChecks checks={test.isPending ? [] : (test.data ?? [])} />
    </div>
  )
}

interface CertificateFileProps {
  label: string
  hint?: string
  kept: ConnectionStanding['secrets'][number] | undefined
  onChange: (base64: string) => void
  name: string
  error?: string | undefined
}

/** Bytes: many times the size of a certificate with its issuers. */
const largest = 60_000

const CertificateFile = ({ label, hint, kept, onChange, name, error }: CertificateFileProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const take = async (file: File) => {
    const isFit = file.size > 0 && file.size <= largest
    setFault(isFit ? undefined : 'This file is too large, or empty, to be a certificate')
    if (!isFit) return
    onChange(base64Of(new Uint8Array(await file.arrayBuffer())))
    setChosen(file.name)
  }
  const keptWords =
    kept &&
    (kept.setAt === null ? '••• set' : `••• set on ${dateText(kept.setAt)}; choose a file to replace it`)
  return (
    <div className="grid gap-1.5" data-field={name}>
      <p className="font-semibold">{label}</p>
      {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker
          words="Choose a file"
          icon={<Upload />}
          input={{ accept: '.p12,.pfx,application/x-pkcs12', disabled: false }}
          errorId={`${name}-error`}
          onFile={(file) => void take(file)}
        />
        <span className="min-w-0 text-sm wrap-anywhere" role="status">
          {chosen ?? keptWords}
        </span>
      </div>
      <FieldError id={`${name}-error`}>{fault ?? error}</FieldError>
    </div>
  )
}

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
