import { useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type ComplianceItem, ComplianceItemId, compliance, itemNames } from '#contract/compliance.ts'
import { complianceItemPath } from '#contract/kit/pages.ts'
import { queue } from '#contract/queue.ts'
import {
  type OpenQueueItem,
  QueueButtons,
  QueueMarks,
  QueueNotice,
  QueueSteps,
  useHold,
  useIsTaken,
  useListOf,
  useQueuePlace,
} from '#web/features/queue/hooks.tsx'
import { query } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, Page, PageHeading } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { DecisionDialog, ReopenDialog } from './parts/dialogs.tsx'
import { Item } from './parts/item.tsx'

/** The items for the compliance officer, and their decisions. */
export const CompliancePage = () => (
  <Page
    title="Compliance"
    lead="Answers and conflicts that need your decision. Clients never see any of this."
  >
    <Tabs
      label="Items"
      tabs={[
        { value: 'open', label: 'To decide', content: <Items state="open" /> },
        { value: 'snoozed', label: 'Snoozed', content: <Snoozed /> },
        { value: 'decided', label: 'Decided', content: <Items state="decided" /> },
      ]}
    />
  </Page>
)

const Items = ({ state }: { state: 'open' | 'decided' }) => (
  <AsyncBoundary skeleton={<ItemsSkeleton />}>
    <ItemList state={state} />
  </AsyncBoundary>
)

const ItemList = ({ state }: { state: 'open' | 'decided' }) => {
  const { data } = useSuspenseQuery(query(compliance.items, { state }))
  const [deciding, decide] = useState<ComplianceItem | null>(null)
  const [reopening, reopen] = useState<ComplianceItem | null>(null)
  // The dialogs are outside the list: what somebody types stays when a colleague decides the item first.
  return (
    <>
      {data.length === 0 ? (
        <NoItems state={state} />
      ) : (
        <ul aria-label={state === 'open' ? 'To decide' : 'Decided'} className="grid gap-4">
          {data.map((item) => (
            <li key={item.id}>
              <Item item={item} decide={() => decide(item)} reopen={() => reopen(item)} />
            </li>
          ))}
        </ul>
      )}
      {deciding && (
        <DecisionDialog
          item={data.find(({ id }) => id === deciding.id) ?? deciding}
          close={() => decide(null)}
        />
      )}
      {reopening && <ReopenDialog item={reopening} close={() => reopen(null)} />}
    </>
  )
}

const NoItems = ({ state }: { state: 'open' | 'decided' }) => (
  <Card>
    {state === 'open' ? (
      <Empty title="Nothing to decide">
        Risk answers that need a look and possible conflicts will appear here.
      </Empty>
    ) : (
      <Empty title="Nothing decided yet">Your decisions and reasons will be kept here.</Empty>
    )}
  </Card>
)

const Snoozed = () => (
  <AsyncBoundary skeleton={<ItemsSkeleton />}>
    <SnoozedList />
  </AsyncBoundary>
)

/** What is snoozed, each with a link to its page, where it is returned or decided. */
const SnoozedList = () => {
  const { data } = useSuspenseQuery(query(queue.list, { state: 'snoozed' }))
  const items = data.items.filter(({ kind }) => kind === 'compliance')
  if (items.length === 0)
    return (
      <Card>
        <Empty title="Nothing is snoozed">
          An item you can’t decide yet can be snoozed. It returns by itself.
        </Empty>
      </Card>
    )
  return (
    <Card padded={false}>
      <ul aria-label="Snoozed" className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <Row
              title={
                <TextLink to={complianceItemPath(item.id)}>
                  {item.client.name}: {item.title}
                </TextLink>
              }
              detail={<QueueMarks facts={item} />}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One item with all its details, and a link to the next one that waits. */
export const ComplianceItemPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} page="Compliance" list={useListOf('compliance')} skeleton={<ItemsSkeleton />}>
      <OpenItem id={ComplianceItemId.parse(id)} />
    </AsyncBoundary>
  )
}

const OpenItem = ({ id }: { id: ComplianceItemId }) => {
  const { data: item } = useSuspenseQuery(query(compliance.item, { id }))
  const [isDeciding, setDeciding] = useState(false)
  const [isReopening, setReopening] = useState(false)
  const held = queueItemOf(item)
  const place = useQueuePlace(held)
  const list = useListOf('compliance')
  const navigate = useNavigate()
  const goOn = () => void navigate(place.after ?? list.page)
  const isTaken = useIsTaken()(item)
  useHold(held)
  return (
    <div className="grid gap-4">
      <DocumentTitle>{itemNames[item.kind]}</DocumentTitle>
      <QueueSteps kind="compliance" place={place} />
      <PageHeading className="text-[1.5625rem] wrap-anywhere">
        {item.client.name}: {itemNames[item.kind]}
      </PageHeading>
      <div className="grid max-w-180 gap-4">
        <QueueNotice held={held} />
        {held.isWaiting && (
          <div className="flex flex-wrap gap-2.5">
            {!isTaken && (
              <Button
                variant="primary"
                icon={<Check />}
                onClick={() => setDeciding(true)}
                aria-keyshortcuts="a"
              >
                Decide
              </Button>
            )}
            <QueueButtons held={held} goOn={goOn} />
          </div>
        )}
        <Item item={item} reopen={() => setReopening(true)} />
      </div>
      {isDeciding && (
        <DecisionDialog
          item={item}
          close={() => setDeciding(false)}
          done={() => {
            setDeciding(false)
            goOn()
          }}
        />
      )}
      {isReopening && <ReopenDialog item={item} close={() => setReopening(false)} />}
    </div>
  )
}

const queueItemOf = (item: ComplianceItem): OpenQueueItem => ({
  kind: 'compliance',
  id: item.id,
  facts: item,
  isWaiting: item.decision === null,
  client: item.client.name,
  title: itemNames[item.kind],
})

const ItemsSkeleton = () => (
  <SkeletonGroup words="Loading items">
    <SkeletonCard rows={2} />
    <SkeletonCard rows={2} />
  </SkeletonGroup>
)
