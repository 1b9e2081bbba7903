import { Download } from 'lucide-react'
import { useParams } from 'react-router'
import { firmMatterPath, pages, pathTo } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { type Letter, letters } from '#contract/letters/letters.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { ReadingNote, useFirmMatterFile } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { ClosedRolesHere, useMay } from '#web/platform/session.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { letterStates, useCaseLetters } from './hooks.ts'
import { WriteLetter } from './parts/write-letter.tsx'

export const CaseLettersPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary
      key={id}
      page="Letters"
      list={{ page: pages.firmMatters, words: 'All cases' }}
      skeleton={<LettersSkeleton />}
    >
      <CaseLetters id={MatterId.parse(id)} />
    </AsyncBoundary>
  )
}

const CaseLetters = ({ id }: { id: MatterId }) => {
  const shown = useCaseLetters(id)
  return (
    <ClosedRolesHere value={useFirmMatterFile(id).closedRoles}>
      <OpenLetters id={id} shown={shown} />
    </ClosedRolesHere>
  )
}

interface OpenLettersProps {
  id: MatterId
  shown: ReturnType<typeof useCaseLetters>
}

/** The letters of one case: a form to write one, and those that were sent. */
const OpenLetters = ({ id, shown }: OpenLettersProps) => {
  const { reference, title, letters: sent, recipients, notOffered, steps, list } = shown
  const maySend = useMay()('signatures.send')
  return (
    <Page
      title="Letters"
      lead={
        <>
          <TextLink to={firmMatterPath(id)}>{title}</TextLink> ·{' '}
          <span className="whitespace-nowrap">{reference}</span>
        </>
      }
    >
      <ReadingNote words="You can read this case, but you don't work on it." />
      {maySend && <WriteLetter {...{ id, recipients, notOffered, steps }} />}
      <Card padded={false}>
        <div className="p-5 pb-0">
          <CardTitle>Sent</CardTitle>
        </div>
        {sent.length === 0 ? (
          <Empty title="No letters yet">Letters and deeds you send on this case appear here.</Empty>
        ) : (
          <Table caption="Letters sent" columns={columns} rows={sent} rowKey={({ id: key }) => key} />
        )}
      </Card>
      <ShowOlder list={list} things="letters" />
    </Page>
  )
}

const columns: Column<Letter>[] = [
  {
    header: 'Letter',
    cell: ({ name, kind }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {kind === 'deed' && ' (deed)'}
      </span>
    ),
  },
  { header: 'To', cell: ({ recipient }) => <bdi className="wrap-anywhere">{recipient}</bdi> },
  {
    header: 'Sent',
    cell: ({ createdAt, sentBy }) => (
      <span className="wrap-anywhere">
        {dateText(createdAt)} by {sentBy}
      </span>
    ),
  },
  {
    header: 'Status',
    cell: ({ state }) => <Badge tone={letterStates[state].tone}>{letterStates[state].words}</Badge>,
  },
  { header: 'Actions', hideHeader: true, cell: (letter) => <Actions letter={letter} /> },
]

const Actions = ({ letter: { id, name, delivery, state, documentId } }: { letter: Letter }) => (
  <span className="flex flex-wrap items-center justify-end gap-3">
    {delivery === 'signature' && (
      <TextLink to={pathTo(pages.firmSignatures, 'document', documentId)}>Signature</TextLink>
    )}
    {state !== 'cancelled' && state !== 'replaced' && (
      <ButtonAnchor
        size="small"
        href={urlOf(letters.copy, { id })}
        icon={<Download />}
        aria-label={`Download ${name}`}
      >
        Download
      </ButtonAnchor>
    )}
  </span>
)

const LettersSkeleton = () => (
  <SkeletonGroup words="Loading the letters">
    <div className="grid gap-5 lg:grid-cols-2">
      <SkeletonCard rows={5} />
      <SkeletonCard rows={8} />
    </div>
  </SkeletonGroup>
)
