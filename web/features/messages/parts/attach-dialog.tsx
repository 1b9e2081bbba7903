import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { acceptedTypes, type ClientDocument, documents, uploadLimit } from '#contract/documents.ts'
import { type Attachment, attachmentsPerMessage, type Contact } from '#contract/messages.ts'
import { Problem } from '#contract/problem.ts'
import { reviews } from '#contract/reviews.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { query } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { sizeText } from './attachments.tsx'

interface AttachDialogProps {
  contact: Contact
  chosen: Attachment[]
  onChoose: (attachments: Attachment[]) => void
  trigger: ReactElement
}

/** Documents of the file to go along: such as are there, or a new one, which is checked as every upload is. */
export const AttachDialog = ({ contact, chosen, onChoose, trigger }: AttachDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  const isClient = useUser().role === 'client'
  return (
    <Dialog
      title="Attach documents"
      description={
        isClient
          ? 'Choose from your documents, or add a new one. It will be checked and kept with your file.'
          : `Choose from what ${contact.firstName} has sent you.`
      }
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      footer={
        <Button variant="primary" onClick={() => setOpen(false)}>
          Done
        </Button>
      }
    >
      <div className="grid gap-5">
        {isClient && <NewFile onFiled={(document) => onChoose(withOne(chosen, attachmentOf(document)))} />}
        {isClient ? (
          <OwnFile chosen={chosen} onChoose={onChoose} />
        ) : (
          <ClientFile contact={contact} chosen={chosen} onChoose={onChoose} />
        )}
      </div>
    </Dialog>
  )
}

const attachmentOf = ({ id, filename, fileType, fileSize }: ClientDocument): Attachment => ({
  documentId: id,
  filename,
  fileType,
  fileSize,
  isRemoved: false,
})

const withOne = (all: Attachment[], one: Attachment) =>
  all.some(({ documentId }) => documentId === one.documentId) || all.length >= attachmentsPerMessage
    ? all
    : [...all, one]

type Choosing = Pick<AttachDialogProps, 'chosen' | 'onChoose'>

const OwnFile = (choosing: Choosing) => {
  const { data, error } = useQuery(query(documents.list, {}))
  return <FromFile title="Your documents" all={data} problem={error} {...choosing} />
}

const ClientFile = ({ contact, ...choosing }: Choosing & { contact: Contact }) => {
  const { data, error } = useQuery(query(reviews.ofClient, { id: contact.id }))
  const title = `Documents of ${contact.firstName} ${contact.lastName}`
  return <FromFile title={title} all={data} problem={error} {...choosing} />
}

interface FromFileProps extends Choosing {
  title: string
  all: ClientDocument[] | undefined
  problem: Problem | null
}

const FromFile = ({ title, all, problem, chosen, onChoose }: FromFileProps) => {
  if (problem) return <p role="alert">{problem.message}</p>
  if (!all)
    return (
      <SkeletonGroup words="Loading documents">
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    )
  if (all.length === 0) return <p className="text-ink-soft">No documents yet.</p>
  const toggle = (attachment: Attachment, isChosen: boolean) =>
    onChoose(
      isChosen
        ? withOne(chosen, attachment)
        : chosen.filter(({ documentId }) => documentId !== attachment.documentId),
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      {all.map(attachmentOf).map((attachment) => (
        <Checkbox
          key={attachment.documentId}
          label={attachment.filename}
          hint={sizeText(attachment.fileSize)}
          checked={chosen.some(({ documentId }) => documentId === attachment.documentId)}
          onChange={({ target }) => toggle(attachment, target.checked)}
        />
      ))}
    </fieldset>
  )
}

const NewFile = ({ onFiled }: { onFiled: (document: ClientDocument) => void }) => {
  const { mutateAsync, isPending, sent } = useUpload(documents.upload, { refreshes: [documents.list] })
  const [fault, setFault] = useState<string>()
  const send = async (file: File) => {
    const wrong = faultOf(file)
    setFault(wrong)
    if (wrong !== undefined) return
    try {
      onFiled((await mutateAsync({ file, input: { documentType: 'Message attachment' } })).document)
    } catch (error) {
      // Stopped by leaving: nothing to say.
      if (error instanceof Problem) setFault(error.message)
    }
  }
  return (
    <div className="grid gap-3">
      <FileDrop
        label="A new document"
        hint="PNG, JPG, PDF up to 10MB"
        accept=".pdf,.jpg,.jpeg,.png"
        onFile={(file) => void send(file)}
        disabled={isPending}
        {...(fault !== undefined && { error: fault })}
      />
      {isPending && (
        <Progress
          label="Uploading"
          value={sent * 95}
          valueText={sent < 1 ? 'Uploading' : 'Checking the document'}
        />
      )}
    </div>
  )
}

/** What is wrong with a chosen file before it is sent; the server looks at its content. */
const faultOf = ({ type, size, name }: File) => {
  const isKnown =
    type === '' ? /\.(pdf|jpe?g|png)$/i.test(name) : acceptedTypes.some((known) => known === type)
  if (!isKnown) return 'Please upload a JPG, PNG, or PDF file'
  return size > uploadLimit ? 'Please select a file smaller than 10MB' : undefined
}
