import { UserId } from '#contract/accounts/accounts.ts'
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
import { Confirm, useFormLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { type Recipients, type Typed, useSendForm } from '../send-form.ts'
import { StepField } from './step-field.tsx'

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

const SendForm = ({ close }: { close: () => void }) => {
  const { element, submit, sending, recipients, typed, change, faults, ...form } = useSendForm(close)
  const { steps, step, file, choose, dropFile } = form
  const isDirty = file !== null || typed.name !== '' || typed.description !== '' || typed.parties !== ''
  const { question, leave } = useFormLossQuestion({ busy: sending.isPending, formState: { isDirty } })
  return (
    <form ref={element} noValidate onSubmit={submit} aria-busy={sending.isPending} className="grid gap-5">
      <RecipientField recipients={recipients} typed={typed} change={change} error={faults.clientId} />
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
        <Chosen file={file} isFixed={sending.isPending} change={dropFile} />
      )}
      <TextField
        label="Name of the document"
        name="name"
        maxLength={120}
        value={typed.name}
        {...(faults.name && { error: faults.name })}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label="What it is for"
        name="description"
        optional
        rows={2}
        maxLength={500}
        value={typed.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <DeedFields typed={typed} change={change} />
      {sending.isPending && <Progress value={Math.round(sending.sent * 100)} label="Sending the document" />}
      <FormFault>{sending.error?.message}</FormFault>
      <DialogFooter>
        <Button onClick={() => leave(close)}>Cancel</Button>
        <Button type="submit" variant="primary" busy={sending.isPending} busyText="Sending…">
          Send
        </Button>
      </DialogFooter>
      <Confirm {...question} />
    </form>
  )
}

interface TypedFieldsProps {
  typed: Typed
  change: (part: Partial<Typed>) => void
}

interface RecipientFieldProps extends TypedFieldsProps {
  recipients: Recipients
  error: string | undefined
}

const RecipientField = ({ recipients, typed, change, error }: RecipientFieldProps) => (
  <SearchSelect
    label="Client"
    hint="Only clients with an account are listed. A guest signs on paper."
    search={recipients.search}
    searchLabel="Search clients"
    name="clientId"
    placeholder="Choose a client"
    choices={recipients.things.map((client) => ({
      value: client.id,
      label: `${fullName(client)} (${client.email})`,
    }))}
    value={typed.clientId}
    {...(error && { error })}
    onChange={({ target }) => change({ clientId: UserId.safeParse(target.value).data ?? '' })}
  />
)

/** Whether the document is a deed, and who else is a party to it. */
const DeedFields = ({ typed, change }: TypedFieldsProps) => (
  <>
    <Checkbox
      label="This is a deed"
      hint="Your client signs in their own name, in front of a witness. The witness must be in the room, and signs on a device of their own."
      name="isDeed"
      checked={typed.isDeed}
      onChange={({ target }) => change({ isDeed: target.checked })}
    />
    {typed.isDeed && (
      <TextArea
        label="Other parties to the deed"
        hint="One name per line. We don’t accept any of them as the witness."
        name="parties"
        optional
        rows={3}
        maxLength={1000}
        value={typed.parties}
        onChange={({ target }) => change({ parties: target.value })}
      />
    )}
  </>
)

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
