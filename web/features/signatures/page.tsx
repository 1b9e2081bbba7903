import { Search } from 'lucide-react'
import { useState } from 'react'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Gone } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useRequests } from './hooks.ts'
import { RequestCard } from './parts/request-card.tsx'
import { SignDialog } from './parts/sign-dialog.tsx'

const lead = 'Documents to sign, and those you’ve signed.'

export const SignaturesPage = () => (
  <AsyncBoundary page="E-Signatures" failure="Failed to fetch documents" skeleton={<PageSkeleton />}>
    <Signatures />
  </AsyncBoundary>
)

const Signatures = () => {
  const all = useRequests()
  const [sought, setSought] = useState('')
  const {
    thing: named,
    isGone,
    name: open,
  } = useDeepLinkTarget('sign', { things: all, from: signatures.requests })
  const found = all.filter((request) => isFound(request, sought))
  const signing = named && isOpen(named) ? named : null
  const [tab, setTab] = useState(named && !isOpen(named) ? 'signed' : 'open')
  const listOf = (requests: SignatureRequest[], empty: [title: string, words: string]) => (
    <List requests={requests} empty={sought.trim() ? nothingFound : empty} named={named} sign={open} />
  )
  const [toSign, signed] = [found.filter(isOpen), found.filter((request) => !isOpen(request))]
  return (
    <Page title="E-Signatures" lead={lead}>
      {isGone && <Gone what="document">{takenBack}</Gone>}
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

const takenBack = 'The firm may have withdrawn it. If so, you don’t need to sign it any more.'

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
  named: SignatureRequest | undefined
  sign: (id: string) => void
}

const List = ({ requests, empty: [title, words], named, sign }: ListProps) =>
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
          isNamed={request === named && !isOpen(request)}
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
