import { FileText, Image, X } from 'lucide-react'
import { urlOf } from '#contract/kit.ts'
import { type Attachment, messages } from '#contract/messages.ts'
import type { TalkRow } from '../rows.ts'

/** What went along with a message, by name and size; it opens in a new tab. */
export const SentAlong = ({ row: { said, outgoing } }: { row: TalkRow }) => {
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
              className={`${fileLook} hover:border-edge`}
            >
              <FileWords attachment={attachment} />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          ) : (
            <span className={fileLook}>
              <FileWords attachment={attachment} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const fileLook =
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
        {isRemoved ? 'Since deleted' : sizeText(fileSize)}
      </span>
    </span>
  </>
)

/** What will go along with the message that is being written. */
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

/** "96 KB", "1.4 MB" */
export const sizeText = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
