import { BadgeCheck, Download, PenLine, Search } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '#contract/kit/transport.ts'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures/signatures.ts'
import { dateText } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { fileSizeText } from '#web/platform/file-size.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { highlightClass, NotFoundNotice, useHighlight } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRequests, useTellSealed } from './hooks.ts'
import { SignaturesDialog } from './parts/evidence.tsx'
import { SignDocument } from './parts/sign-document.tsx'

const lead = 'Documents to sign, and those you’ve signed.'

export const SignaturesPage = () => (
  <AsyncBoundary page="E-Signatures" failure="Failed to fetch documents" skeleton={<PageSkeleton />}>
    <Signatures />
  </AsyncBoundary>
)

const Signatures = () => {
  const all = useRequests()
  useTellSealed(all)
  const [sought, setSought] = useState('')
  const {
    id,
    thing: target,
    isGone,
    name: open,
  } = useDeepLinkTarget('sign', { things: all, from: signatures.requests })
  const found = all.filter((request) => isFound(request, sought))
  const signing = target && isOpen(target) ? target : null
  const [opened, setOpened] = useState(signing)
  if (signing && signing !== opened) setOpened(signing)
  const [tab, setTab] = useState(target && !isOpen(target) ? 'signed' : 'open')
  const listOf = (requests: SignatureRequest[], empty: [title: string, words: string]) => (
    <List requests={requests} empty={sought.trim() ? nothingFound : empty} target={target} sign={open} />
  )
  const [toSign, signed] = [found.filter(isOpen), found.filter((request) => !isOpen(request))]
  return (
    <Page title="E-Signatures" lead={lead}>
      {isGone && <Gone opened={opened?.id === id ? opened : null} />}
      <div className="max-w-100">
        <TextField
          label="Search documents"
          hideLabel
          type="search"
          placeholder="Search documents..."
          before={<Search />}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      </div>
      <div className="min-w-0">
        <Tabs
          label="Documents"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'open', label: 'To Sign', count: toSign.length, content: listOf(toSign, nothingToSign) },
            {
              value: 'signed',
              label: 'Signed Documents',
              count: signed.length,
              content: listOf(signed, nothingSigned),
            },
          ]}
        />
      </div>
      {signing && <SignDialog key={signing.id} request={signing} close={() => open(null)} />}
    </Page>
  )
}

const isFound = ({ name, description }: SignatureRequest, sought: string) =>
  `${name} ${description}`.toLocaleLowerCase('en-GB').includes(sought.trim().toLocaleLowerCase('en-GB'))

/** Shown in place of a document that isn’t there, which the client may have been signing just now. */
const Gone = ({ opened }: { opened: SignatureRequest | null }) =>
  opened ? (
    <Callout announce="status" title={`“${opened.name}” no longer needs your signature`}>
      We’ve withdrawn it, or its case has been closed. You haven’t signed it. If we need your signature after
      all, we’ll tell you.
    </Callout>
  ) : (
    <NotFoundNotice thing="document">
      The firm may have withdrawn it, or its case may be closed. If so, you don’t need to sign it now.
    </NotFoundNotice>
  )

const nothingFound: [string, string] = [
  'No documents found',
  'Try another word from its name or description.',
]
const nothingToSign: [string, string] = [
  'Nothing to sign',
  'When we send you a document to sign, it will appear here.',
]
const nothingSigned: [string, string] = [
  'No signed documents yet',
  'Documents you sign are kept here, with a copy to download.',
]

interface ListProps {
  requests: SignatureRequest[]
  empty: [title: string, words: string]
  target: SignatureRequest | undefined
  sign: (id: string) => void
}

const List = ({ requests, empty: [title, words], target, sign }: ListProps) =>
  requests.length === 0 ? (
    <Card>
      <Empty title={title}>{words}</Empty>
    </Card>
  ) : (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
      {requests.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          isTarget={request === target && !isOpen(request)}
          sign={() => sign(request.id)}
        />
      ))}
    </ul>
  )

const PageSkeleton = () => (
  <Page title="E-Signatures" lead={lead}>
    <SkeletonGroup words="Loading your documents">
      <div className="grid gap-4 md:grid-cols-2">
        <SkeletonCard rows={2} />
        <SkeletonCard rows={2} />
      </div>
    </SkeletonGroup>
  </Page>
)

interface SignDialogProps {
  request: SignatureRequest
  close: () => void
}

/** Shows a document to read and sign in a dialog over the page. */
const SignDialog = ({ request, close }: SignDialogProps) => (
  <Dialog
    open
    size="large"
    onOpenChange={(isOpen) => isOpen || close()}
    title={<bdi className="[overflow-wrap:anywhere]">{request.name}</bdi>}
    description={`Sent by ${request.sentBy}`}
  >
    <SignDocument request={request} cancel={close} done={close} />
  </Dialog>
)

interface RequestCardProps {
  request: SignatureRequest
  /** Whether a link led to this document. */
  isTarget: boolean
  sign: () => void
}

/** One document that was sent, with its actions. */
const RequestCard = ({ request, isTarget, sign }: RequestCardProps) => {
  const { name, description, fileSize, createdAt, sentBy, signedAt, isDeed } = request
  return (
    <li
      {...useHighlight<HTMLLIElement>(isTarget)}
      className={classes(
        'flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-surface p-4.5 shadow-1',
        isTarget && highlightClass,
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        {signedAt ? <Badge tone="ok">Signed</Badge> : isDeed && <Badge tone="info">Deed</Badge>}
      </div>
      <p className="figures text-sm text-ink-soft">
        {[dateText(createdAt), 'PDF', fileSizeText(fileSize, 'MB')].join(' · ')}
      </p>
      {description && <p className="text-sm wrap-anywhere whitespace-pre-line">{description}</p>}
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
