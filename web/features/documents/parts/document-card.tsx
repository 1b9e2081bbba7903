import { Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { type ClientDocument, canDelete, documents } from '#contract/documents.ts'
import { urlOf } from '#contract/kit.ts'
import { Button } from '#web/ui/button.tsx'
import { dayText, sizeText, typeText } from '../words.ts'
import { DeleteButton } from './delete-button.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'

/** One uploaded document; of many, only those in sight ask for their picture. */
export const DocumentCard = ({ document }: { document: ClientDocument }) => {
  const { filename, fileType, fileSize, status, reason, createdAt } = document
  const facts = [dayText(createdAt), typeText(fileType), sizeText(fileSize)]
  return (
    <li className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface shadow-1">
      <Thumbnail document={document} />
      <div className="flex flex-1 flex-col gap-2 px-4 py-3.5">
        <div className="flex items-start justify-between gap-2">
          <bdi className="min-w-0 truncate font-semibold" title={filename}>
            {filename}
          </bdi>
          <StatusBadge status={status} />
        </div>
        <p className="figures text-sm text-ink-soft">{facts.join(' · ')}</p>
        {reason && <p className="text-sm text-stop">{reason}</p>}
        <div className="mt-auto flex items-center gap-2 pt-1">
          <PreviewDialog
            document={document}
            trigger={
              <Button size="small" icon={<Eye />} aria-label={`Preview ${filename}`}>
                Preview
              </Button>
            }
          />
          {canDelete(document) && <DeleteButton document={document} />}
        </div>
      </div>
    </li>
  )
}

const Thumbnail = ({ document: { id, fileType } }: { document: ClientDocument }) => {
  const [isBroken, setBroken] = useState(false)
  return (
    <div className="grid h-29 flex-none place-items-center overflow-clip border-b border-line bg-sunken">
      {isBroken ? (
        <FileText className="size-8! text-ink-soft" />
      ) : (
        <img
          src={urlOf(documents.preview, { id, width: 320 })}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className={fileType === 'application/pdf' ? pageLook : 'size-full object-cover'}
        />
      )}
    </div>
  )
}

// A page shows its head, as a sheet of paper that lies on the card.
const pageLook = 'mt-3 w-36 self-start rounded-t-sm border border-b-0 border-line'
