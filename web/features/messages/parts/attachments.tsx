import { useQuery } from '@tanstack/react-query'
import { FileText, Image, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type ClientDocument, documents, faultOfKind, uploadLimit } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { urlOf } from '#contract/kit/transport.ts'
import {
  type Attachment,
  attachmentsPerMessage,
  type Contact,
  type Message,
  messages,
} from '#contract/messages.ts'
import { fileSizeText } from '#web/platform/file-size.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface SentAlongProps {
  said: Message | null
  /** A message that is still being sent. */
  outgoing: { attachments: Attachment[] } | null
}

/** The attachments of a message, with name and size. Each opens in a new tab. */
export const SentAlong = ({ said, outgoing }: SentAlongProps) => {
  const all = said?.attachments ?? outgoing?.attachments ?? []
  if (all.length === 0) return null
  return (
    <ul className="grid gap-1.5" aria-label="Attachments">
      {all.map((attachment) => (
        <li key={attachment.documentId}>
          {said && !attachment.isRemoved ? (
            <a
              href={urlOf(messages.attachment, { id: said.id, documentId: attachment.documentId })}
              target="_blank"
              rel="noopener noreferrer"
              className={`${fileClass} hover:border-edge`}
            >
              <FileWords attachment={attachment} />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          ) : (
            <span className={fileClass}>
              <FileWords attachment={attachment} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const fileClass =
  'flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-1.5 text-ink'

const FileWords = ({
  attachment: { filename, fileType, fileSize, isRemoved },
}: {
  attachment: Attachment
}) => (
  <>
    {fileType.startsWith('image/') ? <Image aria-hidden /> : <FileText aria-hidden />}
    <span className="grid min-w-0 flex-1">
      <bdi className="truncate font-semibold" title={filename}>
        {filename}
      </bdi>
      <span className="figures text-xs text-ink-soft">
        {isRemoved ? 'Since deleted' : fileSizeText(fileSize)}
      </span>
    </span>
  </>
)

/** The attachments of the message that is being written. */
export const Chosen = ({
  attachments,
  onRemove,
}: {
  attachments: Attachment[]
  onRemove: (attachment: Attachment) => void
}) => (
  <ul className="flex flex-wrap gap-2" aria-label="To be attached">
    {attachments.map((attachment) => (
      <li
        key={attachment.documentId}
        className="flex max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-sunken pl-3 text-sm"
      >
        <bdi className="min-w-0 truncate">{attachment.filename}</bdi>
        <button
          type="button"
          aria-label={`Remove ${attachment.filename}`}
          onClick={() => onRemove(attachment)}
          className="grid size-8 place-items-center rounded-full text-ink-soft hover:text-ink touch:size-11"
        >
          <X className="size-4!" />
        </button>
      </li>
    ))}
  </ul>
)

interface AttachDialogProps {
  contact: Contact
  chosen: Attachment[]
  onChoose: (attachments: Attachment[]) => void
  trigger: ReactElement
}

/** Attaches existing documents of the client, or a new one, which is checked like every upload. */
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
        {isClient && <NewFile onFiled={(document) => onChoose(withAdded(chosen, attachmentOf(document)))} />}
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

const withAdded = (all: Attachment[], added: Attachment) =>
  all.some(({ documentId }) => documentId === added.documentId) || all.length >= attachmentsPerMessage
    ? all
    : [...all, added]

type ChoiceProps = Pick<AttachDialogProps, 'chosen' | 'onChoose'>

const OwnFile = (choices: ChoiceProps) => {
  const { data, error } = useQuery(query(documents.list, {}))
  return <FromFile title="Your documents" all={data} problem={error} {...choices} />
}

const ClientFile = ({ contact, ...choices }: ChoiceProps & { contact: Contact }) => {
  const { data, error } = useQuery(query(reviews.ofClient, { id: contact.id }))
  const title = `Documents of ${fullName(contact)}`
  return <FromFile title={title} all={data} problem={error} {...choices} />
}

interface FromFileProps extends ChoiceProps {
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
        ? withAdded(chosen, attachment)
        : chosen.filter(({ documentId }) => documentId !== attachment.documentId),
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      {all.map(attachmentOf).map((attachment) => (
        <Checkbox
          key={attachment.documentId}
          label={attachment.filename}
          hint={fileSizeText(attachment.fileSize)}
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
      // The upload was cancelled by closing the dialog: nothing to say.
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

/** Returns what is wrong with a chosen file before it is sent. The server then checks its content. */
const faultOf = ({ type, size, name }: File) => {
  const tooLarge = size > uploadLimit ? 'Please select a file smaller than 10MB' : undefined
  return faultOfKind({ name, type }) ?? tooLarge
}
