import { useQuery } from '@tanstack/react-query'
import { AlarmClock, ArrowLeft, ArrowRight, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { compliance } from '#contract/compliance.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { identity } from '#contract/identity/identity.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { firmMatterPath, type Page, pages } from '#contract/kit/pages.ts'
import {
  colleagueDecides,
  isNextFor,
  type QueueFacts,
  type QueueItem,
  type QueueKind,
  queue,
  queued,
  undoTime,
} from '#contract/queue.ts'
import { dateText, timeText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay, useOnlyReads, useUser } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { dismissToastsAbout, toast, undoShortcut } from '#web/ui/overlays/toast.ts'
import { AssignDialog, SnoozeDialog } from './dialog.tsx'
import { Shortcuts } from './parts/shortcuts.tsx'

/** The queries that show the state of a queue item, by its kind. They are refreshed after a change. */
const queriesOfKind: Record<QueueKind, Endpoint[]> = {
  document: [queue.list, reviews.list, reviews.one],
  check: [queue.list, identity.waiting, identity.check],
  compliance: [queue.list, compliance.items, compliance.item],
}

/** A queue item, as its page needs it. */
export interface OpenQueueItem extends Pick<QueueItem, 'kind' | 'id'> {
  facts: QueueFacts
  /** Whether it still waits for a decision. */
  isWaiting: boolean
  /** The client's first name. */
  client: string
  /** Its name in the notice that it was snoozed. */
  title: string
}

/** Whether a colleague is looking at it. */
export const useIsTaken = () => {
  const { id: me } = useUser()
  return ({ takenBy }: Pick<QueueFacts, 'takenBy'>) => takenBy !== null && takenBy.id !== me
}

const renewEvery = 3 * 60_000

/** Takes an item for the user who has its page open, and releases it when they leave. */
export const useHold = ({ kind, id, facts, isWaiting }: OpenQueueItem) => {
  const mayDecide = useMay()(queued[kind].action)
  const isTaken = useIsTaken()(facts)
  const isFree = mayDecide && isWaiting && !isTaken
  const { mutate: take } = useCommand(queue.take, { refreshes: queriesOfKind[kind] })
  const { mutate: release } = useCommand(queue.release, { refreshes: queriesOfKind[kind] })
  useEffect(() => {
    if (!isFree) return
    take({ kind, id })
    const timer = setInterval(() => document.hidden || take({ kind, id }), renewEvery)
    return () => clearInterval(timer)
  }, [kind, id, isFree, take])
  useEffect(() => {
    if (mayDecide) return () => release({ kind, id })
  }, [kind, id, mayDecide, release])
}

/** An item's position in the queue, with the items before and after it. */
export const useQueuePlace = ({ kind, id }: Pick<OpenQueueItem, 'kind' | 'id'>) => {
  const { id: me } = useUser()
  const enabled = useMay()(queued[kind].action)
  const { data } = useQuery({ ...query(queue.list, { state: 'waiting' }), enabled })
  const items = data?.items ?? []
  return placeOf(items, { id, total: data?.total ?? 0, isFree: (item) => isNextFor(item, me) })
}
export type Place = ReturnType<typeof placeOf>

/**
 * Finds the free neighbours of an item. A decided item is no longer in the queue, so its next one is the one that has
 * waited longest.
 */
const placeOf = (
  items: readonly QueueItem[],
  { id, total, isFree }: { id: string; total: number; isFree: (item: QueueItem) => boolean },
) => {
  const at = items.findIndex((item) => item.id === id)
  const pathTo = (item: QueueItem | undefined) => item && queued[item.kind].pathOf(item.id)
  const isNext = (item: QueueItem) => item.id !== id && isFree(item)
  return {
    at,
    total,
    matters: items[at]?.matters ?? [],
    before: pathTo(items.slice(0, Math.max(at, 0)).findLast(isNext)),
    after: pathTo(items.slice(at + 1).find(isNext)),
  }
}

/** The cases that an item is for, each with a link. */
export const MatterLinks = ({ matters }: Pick<QueueItem, 'matters'>) =>
  matters.map(({ id, reference, title }) => (
    <p key={id} className="min-w-0 wrap-anywhere">
      <span className="relative">
        <TextLink to={firmMatterPath(id)}>{reference}</TextLink>
      </span>{' '}
      {title}
    </p>
  ))

const listOf: Record<QueueKind, { page: Page; words: string }> = {
  document: { page: pages.reviews, words: 'All documents to review' },
  check: { page: pages.checks, words: 'All checks' },
  compliance: { page: pages.compliance, words: 'All compliance items' },
}

/** The list to go back to: the queue of all kinds for users who may decide on documents, else the kind's own list. */
export const useListOf = (kind: QueueKind) =>
  useMay()('documents.decide') ? { page: pages.queue, words: 'Queue' } : listOf[kind]

/** Links back to the list and to the items before and after, and the keyboard shortcuts. */
export const QueueSteps = ({ kind, place }: { kind: QueueKind; place: Place }) => {
  const { at, total, before, after } = place
  const list = useListOf(kind)
  return (
    <nav aria-label="What waits" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <TextLink to={list.page}>{list.words}</TextLink>
      {at >= 0 && <span className="figures text-ink-soft">{`${at + 1} of ${total}`}</span>}
      <span className="ml-auto flex gap-2">
        <Shortcuts kind={kind} />
        {before && (
          <ButtonLink to={before} size="small" icon={<ArrowLeft />} aria-keyshortcuts="ArrowLeft k">
            Previous
          </ButtonLink>
        )}
        {after && (
          <ButtonLink to={after} size="small" icon={<ArrowRight />} aria-keyshortcuts="ArrowRight j">
            Next
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

/** Says who else has the item or until when it is snoozed, with a way to change that, and to whom it is assigned. */
export const QueueNotice = ({ held }: { held: OpenQueueItem }) => {
  const isTaken = useIsTaken()(held.facts)
  const mayDecide = useMay()(queued[held.kind].action)
  const { assignedTo, snoozedUntil } = held.facts
  const { id: me } = useUser()
  if (useOnlyReads(queued[held.kind].action) && held.isWaiting)
    return <p className="text-ink-soft">{colleagueDecides}</p>
  if (!mayDecide || !held.isWaiting) return null
  return (
    <>
      {isTaken ? <TakenNotice held={held} /> : snoozedUntil && <SnoozedNotice held={held} />}
      {assignedTo && (
        <p className="text-sm text-ink-soft">
          Assigned to <strong>{assignedTo.id === me ? 'you' : assignedTo.name}</strong>
        </p>
      )}
    </>
  )
}

const TakenNotice = ({ held: { kind, id, facts } }: { held: OpenQueueItem }) => {
  const { takenBy } = facts
  const takeOver = useCommand(queue.take, { refreshes: queriesOfKind[kind] })
  return (
    <Callout
      tone="warn"
      announce="status"
      title={`${takenBy?.name} is looking at this ${queued[kind].name}`}
      actions={
        <Button
          size="small"
          busy={takeOver.isPending}
          onClick={() => takeOver.mutate({ kind, id, takeOver: true }, { onError: refused })}
        >
          Take over
        </Button>
      }
    >
      {takenBy && `Since ${timeText(takenBy.since)}. `}You can read it. To decide, take it over.
    </Callout>
  )
}

const SnoozedNotice = ({ held: { kind, id, client, facts } }: { held: OpenQueueItem }) => {
  const unsnooze = useCommand(queue.unsnooze, { refreshes: queriesOfKind[kind] })
  const isUntilDone = facts.returnsWhen === 'tasks_done'
  return (
    <Callout
      title={
        isUntilDone ? `Snoozed until ${client} has done everything` : `Snoozed until ${untilText(facts)}`
      }
      actions={
        <Button
          size="small"
          busy={unsnooze.isPending}
          onClick={() => {
            dismissToastsAbout(id)
            unsnooze.mutate({ kind, id }, { onError: refused })
          }}
        >
          Return to the queue
        </Button>
      }
    >
      It returns by itself{!isUntilDone && ', or as soon as the client writes or sends something'}.
    </Callout>
  )
}

const untilText = ({ snoozedUntil }: QueueFacts) => (snoozedUntil ? dateText(snoozedUntil) : '')

const refused = ({ message }: Error) =>
  toast({ title: 'Not changed', description: message, variant: 'error' })

/** Says why an undo was refused. */
export const notUndone = ({ message }: Error) =>
  toast({ title: 'Not undone', description: message, variant: 'error' })

/**
 * Buttons beside the decision, to snooze or assign the item. After snoozing, the next item opens without a question.
 */
export const QueueButtons = ({ held, goOn }: { held: OpenQueueItem; goOn: () => void }) => {
  const { kind, id, facts, isWaiting, title } = held
  const isTaken = useIsTaken()(facts)
  const mayDecide = useMay()(queued[kind].action)
  const unsnooze = useCommand(queue.unsnooze, { refreshes: queriesOfKind[kind] })
  const [asking, setAsking] = useState<'snooze' | 'assign'>()
  const close = () => setAsking(undefined)
  if (!mayDecide || !isWaiting || isTaken) return null
  const snoozed = (after: QueueFacts) => {
    close()
    if (after.snoozedUntil === null)
      return toast({
        title: 'Not snoozed',
        description: `${held.client} has done everything already.`,
        variant: 'info',
      })
    toast({
      title: 'Snoozed',
      description:
        after.returnsWhen === 'tasks_done'
          ? `${title} returns when ${held.client} has done everything.`
          : `${title} returns on ${untilText(after)}.`,
      variant: 'success',
      duration: undoTime,
      action: { label: 'Undo', onPress: () => unsnooze.mutate({ kind, id }), shortcut: undoShortcut },
      about: id,
    })
    goOn()
  }
  return (
    <>
      {!facts.snoozedUntil && (
        <Button icon={<AlarmClock />} onClick={() => setAsking('snooze')} aria-keyshortcuts="s">
          Snooze
        </Button>
      )}
      <Button icon={<UserRound />} onClick={() => setAsking('assign')} aria-keyshortcuts="i">
        Assign
      </Button>
      {asking === 'snooze' && (
        <SnoozeDialog held={held} refreshes={queriesOfKind[kind]} close={close} done={snoozed} />
      )}
      {asking === 'assign' && <AssignDialog held={held} refreshes={queriesOfKind[kind]} close={close} />}
    </>
  )
}

/** In a list: who has taken the item, who it is assigned to, and when it returns. */
export const QueueMarks = ({ facts }: { facts: QueueFacts }) => {
  const isTaken = useIsTaken()(facts)
  const { id: me } = useUser()
  const { takenBy, assignedTo, snoozedUntil, returnsWhen } = facts
  return (
    <>
      {isTaken && (
        <p className="font-semibold text-ink">
          {takenBy?.name} is looking at it{takenBy && `, since ${timeText(takenBy.since)}`}
        </p>
      )}
      {assignedTo && <p>{assignedTo.id === me ? 'Assigned to you' : `Assigned to ${assignedTo.name}`}</p>}
      {snoozedUntil && (
        <p>
          {returnsWhen === 'tasks_done'
            ? 'Returns when the client has done everything'
            : `Returns on ${dateText(snoozedUntil)}`}
        </p>
      )}
    </>
  )
}
