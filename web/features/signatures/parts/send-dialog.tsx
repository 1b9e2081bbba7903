import { type FormEvent, useRef, useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { uploadLimit } from '#contract/documents/documents.ts'
import { fullName } from '#contract/kit/names.ts'
import { fileSizeText } from '#web/platform/file-size.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { SearchSelect } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRecipients, useSendDocument, useSteps } from '../hooks.ts'
import { StepField, useStepChoice } from './step-field.tsx'

/** Asks for the client, the name of the document, and the PDF. */
export const SendDialog = ({ close }: { close: () => void }) => (
  <Dialog
    open
    onOpenChange={(stays) => stays || close()}
    title="Send for signature"
    description="Your client will read and sign it in the portal."
  >
    <AsyncBoundary
      skeleton={
        <SkeletonGroup words="Loading your clients">
          <Skeleton className="h-60 w-full" />
        </SkeletonGroup>
      }
    >
      <SendForm close={close} />
    </AsyncBoundary>
  </Dialog>
)

interface Faults {
  clientId?: string | undefined
  name?: string | undefined
  file?: string | undefined
}

const SendForm = ({ close }: { close: () => void }) => {
  const { things: clients, search } = useRecipients()
  const sending = useSendDocument()
  const form = useRef<HTMLFormElement>(null)
  const [clientId, setClientId] = useState('')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isDeed, setDeed] = useState(false)
  const [parties, setParties] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const steps = useSteps(clientId === '' ? null : (clientId as UserId))
  const step = useStepChoice(steps, clientId)

  const choose = (chosen: File) => {
    sending.reset()
    setFaults(({ file: _, ...rest }) => rest)
    setFile(chosen)
    if (name === '') setName(chosen.name.replace(/\.pdf$/i, '').slice(0, 120))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf({ clientId, name, file })
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus()
    if (first || !file) return
    const purpose = description.trim()
    const input = {
      clientId: clientId as UserId,
      name: name.trim(),
      ...(purpose && { description: purpose }),
      ...(isDeed && { isDeed, parties: parties.trim() }),
      ...(steps.length > 0 && { taskId: step.id ?? ('none' as const) }),
    }
    sending.mutate({ file, input }, { onSuccess: sent })
  }
  const sent = () => {
    const client = clients.find(({ id }) => id === clientId)
    toast({
      title: 'Sent for signature',
      description: `We’ve told ${client?.firstName ?? 'your client'}, and we’ll tell you when it is signed.`,
      variant: 'success',
    })
    close()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={sending.isPending} className="grid gap-5">
      <SearchSelect
        label="Client"
        hint="Only clients with an account are listed. A guest signs on paper."
        search={search}
        searchLabel="Search clients"
        name="clientId"
        placeholder="Choose a client"
        choices={clients.map((client) => ({
          value: client.id,
          label: `${fullName(client)} (${client.email})`,
        }))}
        value={clientId}
        {...(faults.clientId && { error: faults.clientId })}
        onChange={({ target }) => setClientId(target.value)}
      />
      {steps.length > 0 && (
        <StepField
          steps={steps.map(({ id, title, matter }) => ({
            value: id,
            label: matter ? `${title} (${matter.reference})` : title,
          }))}
          value={step.id}
          onChange={step.choose}
          error={sending.error?.fields.taskId}
        />
      )}
      {file === null ? (
        <FileDrop
          label="The document"
          hint="PDF up to 10MB, without a password, a signature or scripts"
          accept=".pdf"
          onFile={choose}
          {...(faults.file && { error: faults.file })}
        />
      ) : (
        <Chosen file={file} isFixed={sending.isPending} change={() => setFile(null)} />
      )}
      <TextField
        label="Name of the document"
        name="name"
        maxLength={120}
        value={name}
        {...(faults.name && { error: faults.name })}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label="What it is for"
        name="description"
        optional
        rows={2}
        maxLength={500}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Checkbox
        label="This is a deed"
        hint="Your client signs in their own name, in front of a witness. The witness must be in the room, and signs on a device of their own."
        name="isDeed"
        checked={isDeed}
        onChange={({ target }) => setDeed(target.checked)}
      />
      {isDeed && (
        <TextArea
          label="Other parties to the deed"
          hint="One name per line. We don’t accept any of them as the witness."
          name="parties"
          optional
          rows={3}
          maxLength={1000}
          value={parties}
          onChange={({ target }) => setParties(target.value)}
        />
      )}
      {sending.isPending && <Progress value={Math.round(sending.sent * 100)} label="Sending the document" />}
      <FormFault>{sending.error?.message}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={sending.isPending} busyText="Sending…">
          Send
        </Button>
      </DialogFooter>
    </form>
  )
}

interface ChosenProps {
  file: File
  isFixed: boolean
  change: () => void
}

const Chosen = ({ file, isFixed, change }: ChosenProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-sunken px-4 py-3">
    <span className="min-w-0">
      <bdi className="font-semibold [overflow-wrap:anywhere]">{file.name}</bdi>
      <span className="figures block text-sm text-ink-soft">{fileSizeText(file.size)}</span>
    </span>
    {!isFixed && (
      <Button size="small" variant="ghost" onClick={change}>
        Change
      </Button>
    )}
  </div>
)

const faultsOf = ({
  clientId,
  name,
  file,
}: {
  clientId: string
  name: string
  file: File | null
}): Faults => ({
  ...(clientId === '' && { clientId: 'Please choose a client' }),
  ...(file === null && { file: 'Please select a file to upload.' }),
  ...(file && file.size > uploadLimit && { file: 'Please select a file smaller than 10MB' }),
  ...(name.trim() === '' && { name: 'Please name the document' }),
})
