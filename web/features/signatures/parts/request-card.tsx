import { BadgeCheck, Download, PenLine } from 'lucide-react'
import { urlOf } from '#contract/kit.ts'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { markLook, useHighlight } from '#web/ui/data/deep-link-target.tsx'
import { megabytesText } from '../words.ts'
import { SignaturesDialog } from './signatures-dialog.tsx'

interface RequestCardProps {
  request: SignatureRequest
  /** A link has led to it. */
  isNamed: boolean
  sign: () => void
}

/** One document that was sent: what it is, and what to do with it. */
export const RequestCard = ({ request, isNamed, sign }: RequestCardProps) => {
  const { name, description, fileSize, createdAt, sentBy, signedAt } = request
  return (
    <li
      {...useHighlight<HTMLLIElement>(isNamed)}
      className={classes(
        'flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-surface p-4.5 shadow-1',
        isNamed && markLook,
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        {signedAt && <Badge tone="ok">Signed</Badge>}
      </div>
      <p className="figures text-sm text-ink-soft">
        {[dateText(createdAt), 'PDF', megabytesText(fileSize)].join(' · ')}
      </p>
      {description && <p className="text-sm wrap-anywhere">{description}</p>}
      <p className="text-sm wrap-anywhere text-ink-soft">
        {signedAt ? `Signed on ${dateText(signedAt)}` : `Sent by ${sentBy}`}
      </p>
      <div className="mt-auto flex flex-wrap gap-2 pt-2">
        {isOpen(request) ? (
          <Button variant="primary" icon={<PenLine />} aria-label={`Sign Document ${name}`} onClick={sign}>
            Sign Document
          </Button>
        ) : (
          <Signed request={request} />
        )}
      </div>
    </li>
  )
}

const Signed = ({ request }: Pick<RequestCardProps, 'request'>) => (
  <>
    <SignaturesDialog
      request={request}
      trigger={
        <Button icon={<BadgeCheck />} aria-label={`View Signatures of ${request.name}`}>
          View Signatures
        </Button>
      }
    />
    <ButtonAnchor
      href={urlOf(signatures.signedCopy, { id: request.id })}
      icon={<Download />}
      aria-label={`Download ${request.name}, signed`}
    >
      Download
    </ButtonAnchor>
  </>
)
