import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { eventWords, levelWords, type SignatureEvent } from '#contract/signatures/evidence.ts'
import {
  type CheckedSignature,
  isOpen,
  type SentRequest,
  type SignatureRequest,
  shortNumber,
  signatures,
} from '#contract/signatures/signatures.ts'
import type { WitnessStanding } from '#contract/signatures/witness.ts'
import { dateTimeText, timeText } from '#web/platform/clock.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { positionText } from '../copy.ts'
import { useCheckedSignatures, useEvidence } from '../hooks.ts'

interface SignaturesDialogProps {
  request: SignatureRequest
  /** The button that opens the dialog. */
  trigger: ReactElement
}

/** Shows who signed a document, and whether each signature is still valid. */
export const SignaturesDialog = ({ request, trigger }: SignaturesDialogProps) => (
  <Dialog
    size="large"
    trigger={trigger}
    title="Signatures"
    description={<bdi className="[overflow-wrap:anywhere]">{request.name}</bdi>}
  >
    <AsyncBoundary failure="Failed to fetch signatures" skeleton={<TableSkeleton />}>
      <Checked request={request} />
    </AsyncBoundary>
  </Dialog>
)

const Checked = ({ request: { id } }: { request: SignatureRequest }) => {
  const checked = useCheckedSignatures(id)
  return (
    <div className="grid gap-5">
      <SignatureTable checked={checked} />
      <Witnesses checked={checked} />
      <Findings checked={checked} />
      {checked[0] && <EventList events={checked[0].events} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <ButtonAnchor href={urlOf(signatures.signedCopy, { id })} icon={<Download />}>
          Download signed copy
        </ButtonAnchor>
        <ButtonLink variant="link" to={pages.verify}>
          Check a file yourself
        </ButtonLink>
      </div>
    </div>
  )
}

const TableSkeleton = () => (
  <SkeletonGroup words="Checking the signatures">
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-40 w-full" />
  </SkeletonGroup>
)

interface EvidenceDialogProps {
  id: SentRequest['id']
  /** The document if the list has loaded it already. */
  known: SentRequest | undefined
  close: () => void
}

/** The evidence of one document: its signatures, verified again, and its events. */
export const EvidenceDialog = ({ id, known, close }: EvidenceDialogProps) => (
  <Dialog
    open
    size="large"
    onOpenChange={(stays) => stays || close()}
    title={<bdi className="[overflow-wrap:anywhere]">{known?.name ?? 'A document that was sent'}</bdi>}
    description={known && `For ${known.clientName}`}
  >
    <AsyncBoundary
      skeleton={
        <SkeletonGroup words="Checking the signatures">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      }
    >
      <Evidence id={id} isKnown={known !== undefined} />
    </AsyncBoundary>
  </Dialog>
)

const Evidence = ({ id, isKnown }: { id: SentRequest['id']; isKnown: boolean }) => {
  const { request, signatures: checked, events, witness } = useEvidence(id)
  const isSigned = checked.length > 0
  return (
    <div className="grid gap-5">
      {!isKnown && <p className="wrap-anywhere">{`${request.name}, for ${request.clientName}`}</p>}
      {isSigned && <SignatureTable checked={checked} />}
      {isSigned && <Witnesses checked={checked} />}
      {isSigned && <Findings checked={checked} />}
      {isOpen(request) && <p className="wrap-anywhere text-ink-soft">{openText(request, witness)}</p>}
      <EventList events={events} defaultOpen={!isSigned} />
      {(isSigned || isOpen(request)) && (
        <div>
          <ButtonAnchor href={urlOf(signatures.copy, { id })} icon={<Download />}>
            {isSigned ? 'Download signed copy' : 'Download the document'}
          </ButtonAnchor>
        </div>
      )}
    </div>
  )
}

/** Returns the progress of a document that is not signed yet, as a sentence. */
const openText = ({ isDeed }: SentRequest, witness: WitnessStanding | null) =>
  witness?.isDeclined
    ? `Not signed yet. ${witness.name ?? 'Whoever your client invited'} can’t be the witness. Your client can invite someone else.`
    : isDeed
      ? witnessTexts(witness)[witness?.state ?? 'over']
      : 'Not signed yet. We’ll tell you when it is.'

const witnessTexts = (witness: WitnessStanding | null): Record<WitnessStanding['state'], string> => {
  const name = witness?.name ?? 'The witness'
  const until = witness ? ` until ${timeText(witness.expiresAt)}` : ''
  return {
    invited: `Not signed yet. Your client has invited a witness, whose link works${until}.`,
    entered: `Not signed yet. The witness has opened their link, which works${until}.`,
    present: `Not signed yet. ${name} is ready to witness the signature; there’s time${until}.`,
    signed: `Your client has signed. ${name} hasn’t signed yet; there’s time${until}.`,
    witnessed: 'Both have signed.',
    over: witness
      ? 'Not signed yet. Your client invited a witness, and the link has expired. They can make a new one.'
      : 'Not signed yet. Your client hasn’t invited a witness. We’ll tell you when the deed is signed.',
  }
}

/** The witnesses of a deed, with the details they gave. */
const Witnesses = ({ checked }: { checked: CheckedSignature[] }) =>
  checked.map(
    ({ id, witness }) =>
      witness && (
        <Card key={id}>
          <CardTitle>Witness</CardTitle>
          <DescriptionList
            variant="stacked"
            facts={[
              { name: 'Name', value: witness.name },
              { name: 'Occupation', value: witness.occupation },
              { name: 'Address', value: <span className="whitespace-pre-line">{witness.address}</span> },
              { name: 'Signed', value: dateTimeText(witness.at) },
            ]}
          />
          <p className="mt-4 text-sm text-ink-soft">
            The witness states: “{witness.statement}” We recorded what they gave. We didn’t check who they are
            or that they were in the room.
          </p>
        </Card>
      ),
  )

/** Lists who signed, when, where on the page, and whether the signature is still valid. */
const SignatureTable = ({ checked }: { checked: CheckedSignature[] }) => (
  <Card padded={false}>
    <Table
      caption="Signatures"
      rows={checked}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Date', cell: ({ createdAt }) => dateTimeText(createdAt) },
        { header: 'Signed By', cell: (row) => <Signer signature={row} /> },
        { header: 'Position', cell: () => positionText },
        { header: 'Status', cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  </Card>
)

const Signer = ({ signature: { signedBy, signedAs, userId } }: { signature: CheckedSignature }) => (
  <span className="min-w-0">
    <bdi className="[overflow-wrap:anywhere]">{signedBy}</bdi>{' '}
    <span className="figures text-sm whitespace-nowrap text-ink-soft">{`User #${shortNumber(userId)}`}</span>
    {signedAs !== null && (
      <span className="block text-sm text-warn [overflow-wrap:anywhere]">
        signed as <bdi>{signedAs}</bdi>
      </span>
    )}
  </span>
)

const Status = ({ status }: Pick<CheckedSignature, 'status'>) => (
  <Badge tone={status === 'Verified' ? 'ok' : 'stop'}>{status}</Badge>
)

/** Shows the result of the verification, and what a PDF reader says about the file. */
const Findings = ({ checked }: { checked: CheckedSignature[] }) => {
  const findings = [...new Set(checked.flatMap((signature) => signature.findings))]
  if (findings.length > 0)
    return (
      <Callout tone="stop" title="Something has changed since it was signed" announce="alert">
        <ul className="grid list-disc gap-1 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <Callout tone="ok" title="Nothing has changed since it was signed">
      <p>
        We’ve just checked the signature, the document, the seal and the record of events. A PDF reader can
        confirm the seal too. It may also warn that it doesn’t know who issued the certificate.
      </p>
      {checked[0] && <SealFacts checked={checked[0]} />}
    </Callout>
  )
}

/** Explains what the seal in the signed file proves. */
const SealFacts = ({ checked: { level, stamped } }: { checked: CheckedSignature }) =>
  level !== null && (
    <p className="mt-2">
      <span className="font-semibold whitespace-nowrap">PAdES {level}.</span> {levelWords[level]}
      {stamped && (
        <>
          {' '}
          Confirmed by <bdi className="[overflow-wrap:anywhere]">{stamped.by}</bdi> on{' '}
          {dateTimeText(stamped.at)}.
        </>
      )}
    </p>
  )

interface EventListProps {
  events: SignatureEvent[]
  defaultOpen?: boolean
}

/** Lists the events of a document since it was sent, oldest first. */
const EventList = ({ events, defaultOpen = false }: EventListProps) => (
  <Section title="What happened" defaultOpen={defaultOpen}>
    <ol className="grid">
      {events.map(({ number, kind, at, by, detail, hash }) => (
        <li key={number} className="grid gap-0.5 border-t border-line px-4.5 py-2.5">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{eventWords[kind]}</span>
            <span className="figures text-sm text-ink-soft">{dateTimeText(at)}</span>
          </span>
          {detail && <span className="text-sm">{detail}</span>}
          <span className="text-sm wrap-anywhere text-ink-soft">
            {by} · <span className="figures">{hash.slice(0, 16)}</span>
          </span>
        </li>
      ))}
    </ol>
  </Section>
)
