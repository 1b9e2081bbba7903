import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FirmMatterFile, type MatterId, matters } from '#contract/matters/matters.ts'
import { forWhom, roleNames } from '#contract/matters/party.ts'
import { isInReview } from '#contract/templates/stage-of-step.ts'
import { type Differences, type MatterStep, matterTemplates } from '#contract/templates/templates.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { counted, dateText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Tone } from '#web/ui/tone.ts'
import { personIn, wordsForClients } from '../../hooks.ts'
import { UnneededTasks } from '../closure/close-untouched.tsx'
import { FactsDialog } from '../facts/facts-dialog.tsx'
import { AwaitedDates } from './awaited-dates.tsx'

/** What everyone on the case is asked for, and how far they have got. */
export const StepsCard = ({ file }: { file: FirmMatterFile }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
    <Steps file={file} />
  </AsyncBoundary>
)

const Steps = ({ file }: { file: FirmMatterFile }) => {
  const { id, status } = file
  const { version, steps, newer } = useSuspenseQuery(query(matterTemplates.one, { id })).data
  const [isMoving, setMoving] = useState(false)
  const mayRun = useMay()('matters.run')
  if (version === null && (status === 'pending' || status === 'rejected')) return <StepsToCome />
  return (
    <Card>
      <CardTitle
        lead={version === null ? 'This case isn’t run by a template.' : `Template version ${version}`}
      >
        Steps
      </CardTitle>
      <div className="mb-2 grid gap-3 empty:hidden">
        {newer && (
          <Callout
            tone="info"
            title={
              version === null
                ? 'There’s a template for this type of case'
                : `Version ${newer.version} is out`
            }
            actions={mayRun && <Button onClick={() => setMoving(true)}>See what would change</Button>}
          >
            {newer.note}
          </Callout>
        )}
        <UnneededTasks file={file} />
        <AwaitedDates file={file} steps={steps} />
        {version === null && newer === null && status === 'open' && (
          <NoTemplate file={file} mayRun={mayRun} />
        )}
      </div>
      {steps.length > 0 && (
        <ul aria-label="Steps" className="grid divide-y divide-line">
          {steps.map((step) => (
            <StepRow key={step.key} file={file} step={step} />
          ))}
        </ul>
      )}
      {newer && isMoving && <MoveConfirm id={id} newer={newer} close={() => setMoving(false)} />}
    </Card>
  )
}

const StepsToCome = () => (
  <Card>
    <CardTitle lead="When the case is opened, the template of its type decides the steps.">Steps</CardTitle>
  </Card>
)

/** Choosing a type with a template puts the case on that template. */
const NoTemplate = ({ file, mayRun }: { file: FirmMatterFile; mayRun: boolean }) => {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        There’s no template for “<span className="wrap-anywhere">{file.type}</span>”.
        {mayRun && ' Choose a type that has one, and its steps become tasks automatically.'}
      </p>
      {mayRun && (
        <Button size="small" onClick={() => setChoosing(true)}>
          Choose another type
        </Button>
      )}
      {isChoosing && <FactsDialog file={file} close={() => setChoosing(false)} />}
    </div>
  )
}

const states: Record<MatterStep['state'], [tone: Tone, words: string]> = {
  ended: ['ok', 'Done'],
  open: ['info', 'Open'],
  waiting: ['neutral', 'Waiting'],
  skipped: ['over', 'Not needed'],
}

const leftOut: [tone: Tone, words: string] = ['warn', 'Not asked for']

/** A case that is over waits for nobody. */
const statesOnceOver: typeof states = {
  ...states,
  open: ['over', 'Not done'],
  waiting: ['over', 'Not asked for'],
}

const inReview: [tone: Tone, words: string] = ['info', 'In review']

const StepRow = ({ file, step }: { file: FirmMatterFile; step: MatterStep }) => {
  const { title, state, waitsFor, lacksPeople, needsAccount, tasks, roles, everyone } = step
  const isOver = file.status !== 'open'
  const usual = isInReview(step) ? inReview : (isOver ? statesOnceOver : states)[state]
  const [tone, words] = needsAccount ? leftOut : usual
  const ofWhom = forWhom(roles)
  const whose = roles.map((role) => roleNames[role].toLowerCase()).join(' or ')
  return (
    <li className="grid gap-1 py-3 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          {everyone === 'any' && tasks.length > 1 && (
            <span className="text-sm text-ink-soft"> · shared, once is enough</span>
          )}
          {ofWhom && <span className="text-sm text-ink-soft"> · {ofWhom}</span>}
        </span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      {waitsFor && !isOver && <p className="text-sm text-ink-soft">Opens after {waitsFor}</p>}
      {needsAccount && !isOver && (
        <p className="text-sm text-warn">
          The {whose} is a guest, and a guest can’t do this with a link. If you need it, please do it with
          them yourself.
        </p>
      )}
      {state === 'open' && lacksPeople && !isOver && (
        <p className="text-sm text-warn">
          No {whose} has been invited to this case yet.{' '}
          <TextLink to="?tab=people">Invite them under People</TextLink>
        </p>
      )}
      {tasks.map((task) => (
        <p key={task.clientId} className="text-sm wrap-anywhere text-ink-soft">
          <ClientName client={personIn(file, { id: task.clientId, name: task.client })} taskId={task.id} />:{' '}
          {taskWords(task, isOver)}
        </p>
      ))}
    </li>
  )
}

/** Tells whoever runs the case that a step waits for someone who isn’t on it, or has no link. */
export const NobodyInvited = ({ file }: { file: FirmMatterFile }) => {
  const { id, parties, status } = file
  const { Your, verb } = wordsForClients(file)
  const { data } = useQuery(query(matterTemplates.one, { id }))
  const lacking = data?.steps.filter(({ state, lacksPeople }) => state === 'open' && lacksPeople) ?? []
  if (lacking.length === 0 || status !== 'open') return null
  const whose = new Set(
    lacking.map(({ roles }) => roles.map((role) => roleNames[role].toLowerCase()).join(' or ')),
  )
  const added = parties.filter(({ role }) => lacking.some(({ roles }) => roles.includes(role)))
  const names = [...new Set(added.map(({ name }) => name))]
  const waiting = `${counted(lacking.length, 'step')} of this case ${lacking.length === 1 ? 'waits' : 'wait'}`
  if (names.length > 0)
    return (
      <Callout
        tone="warn"
        title={`${listed.format(names)} ${names.length === 1 ? 'hasn’t' : 'haven’t'} been invited yet`}
      >
        {waiting} for {names.length === 1 ? 'them' : 'one of them'}.{' '}
        <TextLink to="?tab=people">Invite them as a guest under People</TextLink>.
      </Callout>
    )
  return (
    <Callout tone="warn" title={`Nobody has been invited as ${[...whose].join(', or as ')}`}>
      {waiting} for them. <TextLink to="?tab=people">Add and invite them under People</TextLink>. {Your}
      {verb('’s', '’')} answers say who they are.
    </Callout>
  )
}

const listed = new Intl.ListFormat('en-GB')

const taskWords = (task: MatterStep['tasks'][number], isOver: boolean) => {
  const { status, needsAnother, isInReview, doneBy, dueOn, reusedUntil } = task
  if (doneBy !== null) return `done by ${doneBy}`
  if (isInReview) return 'in review'
  if (reusedUntil !== undefined && status === 'completed' && !needsAnother)
    return `done before this case${reusedUntil ? `, in date until ${dateText(reusedUntil)}` : ''}`
  const standing = needsAnother
    ? 'asked for another'
    : { completed: 'done', in_progress: 'started', pending: 'not started' }[status]
  return `${standing}${dueOn && !isOver && status !== 'completed' ? `, due ${dateText(dueOn)}` : ''}`
}

interface MoveConfirmProps {
  id: MatterId
  newer: { version: number; differences: Differences }
  close: () => void
}

const MoveConfirm = ({ id, newer: { version, differences }, close }: MoveConfirmProps) => {
  const move = useCommand(matterTemplates.move, { refreshes: [matterTemplates.one, matters.firmOne] })
  const { added, removed, changed } = differences
  const confirm = () =>
    move.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast({ title: `The case now follows version ${version}`, variant: 'success' })
          close()
        },
        onError: ({ message }) => {
          toast({ title: 'The case was not moved', description: message, variant: 'destructive' })
          close()
        },
      },
    )
  return (
    <Confirm
      open
      onOpenChange={close}
      title={`Move to version ${version}?`}
      description="What clients have done stays done. New steps open for them straight away."
      confirmLabel="Move the case"
      busy={move.isPending}
      onConfirm={confirm}
    >
      <Titles name="Added" titles={added} />
      <Titles name="Removed" titles={removed} />
      <Titles
        name="Changed"
        titles={changed.map(({ title, what: aspects }) => `${title} (${aspects.join('; ')})`)}
      />
    </Confirm>
  )
}

const Titles = ({ name, titles }: { name: string; titles: readonly string[] }) =>
  titles.length > 0 && (
    <div className="mt-2 text-sm">
      <p className="font-semibold">{name}</p>
      <ul aria-label={name} className="list-disc pl-5">
        {titles.map((title) => (
          <li key={title} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
    </div>
  )
