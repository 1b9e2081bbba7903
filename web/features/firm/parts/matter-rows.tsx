import { useSuspenseQuery } from '@tanstack/react-query'
import { FilePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserId } from '#contract/accounts/accounts.ts'
import { canWithdraw } from '#contract/document-requests.ts'
import { type MatterTask, matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { caseLettersPath, clientTaskPath } from '#contract/kit/pages.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { isFinished } from '#contract/tasks.ts'
import { WithdrawRequest } from '#web/features/document-requests/dialog.tsx'
import { letterStates, useCaseLetters } from '#web/features/letters/hooks.ts'
import { StepsCard } from '#web/features/matters/dialog.tsx'
import { TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { DocumentRow } from './client-cards.tsx'

export interface TabProps {
  file: FirmMatterFile
}

/** The contents of a tab are loaded when it is opened. */
export const Tab = ({ children }: { children: ReactNode }) => (
  <AsyncBoundary
    skeleton={
      <div className="grid gap-5">
        <SkeletonCard rows={4} />
      </div>
    }
  >
    <div className="grid gap-5">{children}</div>
  </AsyncBoundary>
)

export const useSummary = ({ id }: FirmMatterFile) => useSuspenseQuery(query(matterTabs.summary, { id })).data

/** Names the clients whose rows are hidden, so that nobody takes the list for complete. */
export const Missing = ({ file, subject }: TabProps & { subject: string }) => {
  const { hidden, isPartShown } = useSummary(file)
  if (hidden.length === 0) return null
  return (
    <Callout tone="info" title={`You can’t open the file of ${names.format(hidden.map(fullName))}`}>
      {subject} {isPartShown ? 'is listed here only as far as it’s for this case.' : 'isn’t listed here.'} An
      administrator can add you to their team.
    </Callout>
  )
}

const names = new Intl.ListFormat('en-GB')

type People = Pick<Output<typeof matterTabs.summary>, 'people' | 'hidden'>

export const nameIn = ({ people, hidden }: People, id: UserId) => {
  const person = [...people, ...hidden].find((candidate) => candidate.id === id)
  return person ? fullName(person) : ''
}

/** The title of a task, as a link to it on its client's page if the user may open that. */
export const TaskTitle = ({ task, people }: { task: MatterTask } & Pick<People, 'people'>) =>
  people.some(({ id }) => id === task.clientId) ? (
    <Link
      to={clientTaskPath(task.clientId, task.id)}
      className="wrap-anywhere before:absolute before:inset-0"
    >
      {task.title}
    </Link>
  ) : (
    <span className="wrap-anywhere">{task.title}</span>
  )

interface GroupProps<T> {
  title: string
  rows: readonly T[]
  none: string
  children: (row: T) => ReactNode
}

export const Group = <T extends { id: string }>({ title, rows, none, children }: GroupProps<T>) => (
  <Section title={title} subtitle={rows.length === 0 ? none : undefined}>
    {rows.map((row) => (
      <div key={row.id} className="relative transition-colors duration-150 hover:bg-sunken">
        {children(row)}
      </div>
    ))}
  </Section>
)

/** Heading for rows without a case, of people who are on this case. */
export const otherTitle = 'Not for one case'

export const MatterTasks = (props: TabProps) => (
  <>
    <StepsCard file={props.file} />
    <div className="mt-5">
      <Tab>
        <OtherTasks {...props} />
      </Tab>
    </div>
  </>
)

/** Whether the user may ask the people of a case for documents, which the page of the case offers at its top. */
export const useMayAsk = ({ status }: Pick<FirmMatterFile, 'status'>) =>
  useMay()('documents.request') && (status === 'open' || status === 'pending')

const OtherTasks = ({ file }: TabProps) => {
  const tasks = useSuspenseQuery(query(matterTabs.tasks, { id: file.id })).data
  const summary = useSummary(file)
  const mayAsk = useMayAsk(file)
  const ofCase = tasks.filter((task) => task.isOfCase && !task.isStep)
  const others = tasks.filter((task) => !task.isOfCase)
  return (
    <>
      <Missing file={file} subject="What they are asked for" />
      <Group
        title="Asked for by hand"
        rows={ofCase}
        none={mayAsk ? 'Nothing yet. “Ask for a document” is at the top of this page.' : 'Nothing.'}
      >
        {(task) => <MatterTaskRow task={task} summary={summary} status={file.status} />}
      </Group>
      {others.length > 0 && (
        <Group title={otherTitle} rows={others} none="">
          {(task) => <MatterTaskRow task={task} summary={summary} status={file.status} />}
        </Group>
      )}
    </>
  )
}

/** Says when the firm wants a task, or that it is on hold. Nothing if it is finished, or has no date. */
export const dueWords = ({ isHeldByClosing, ...task }: MatterTask, status: FirmMatterFile['status']) => {
  if (status === 'closed' && isHeldByClosing) return 'on hold while the case is closed'
  return task.dueOn && !isFinished(task) && `by ${dateText(task.dueOn)}`
}

interface MatterTaskRowProps extends Pick<FirmMatterFile, 'status'> {
  task: MatterTask
  summary: People
}

const MatterTaskRow = ({ task, summary, status }: MatterTaskRowProps) => {
  const mayAsk = useMay()('documents.request')
  // Whoever is named on a restricted case withdraws what it asked of somebody whose file they can't open too.
  const person = [...summary.people, ...summary.hidden].find(({ id }) => id === task.clientId)
  return (
    <Row
      mark={<TaskDot task={task} isNamed />}
      title={<TaskTitle task={task} people={summary.people} />}
      badge={<TaskBadge task={task} />}
      detail={
        <span className="wrap-anywhere">
          {[nameIn(summary, task.clientId), dueWords(task, status)].filter(Boolean).join(' · ')}
        </span>
      }
      action={
        person &&
        mayAsk &&
        canWithdraw(task) && (
          <div className="relative" data-print="hide">
            <WithdrawRequest clientId={task.clientId} firstName={person.firstName} task={task} />
          </div>
        )
      }
    />
  )
}

export const MatterDocuments = (props: TabProps) => (
  <Tab>
    <Documents {...props} />
    {useMay()('matters.read') && <Letters {...props} />}
  </Tab>
)

const Documents = ({ file }: TabProps) => {
  const documents = useSuspenseQuery(query(matterTabs.documents, { id: file.id })).data
  const others = documents.filter(({ isOfCase }) => !isOfCase)
  return (
    <>
      <Missing file={file} subject="What they sent" />
      <Group
        title="For this case"
        rows={documents.filter(({ isOfCase }) => isOfCase)}
        none="Nothing has been sent for this case yet."
      >
        {(document) => <DocumentRow document={document} isNamed />}
      </Group>
      {others.length > 0 && (
        <Group title={otherTitle} rows={others} none="">
          {(document) => <DocumentRow document={document} isNamed />}
        </Group>
      )}
    </>
  )
}

const Letters = ({ file: { id } }: TabProps) => {
  const { letters: sent, list } = useCaseLetters(id)
  const maySend = useMay()('signatures.send')
  return (
    <Section
      title="Letters"
      subtitle={
        sent.length === 0
          ? 'Client care letter, report on title, completion letter, deeds and your own.'
          : undefined
      }
    >
      {sent.map(({ id: key, name, recipient, sentBy, createdAt, state }) => (
        <div key={key} className="relative transition-colors duration-150 hover:bg-sunken">
          <Row
            mark={<FilePen className="text-ink-soft" />}
            title={
              <Link to={caseLettersPath(id)} className="wrap-anywhere before:absolute before:inset-0">
                {name}
              </Link>
            }
            badge={<Badge tone={letterStates[state].tone}>{letterStates[state].words}</Badge>}
            detail={
              <span className="wrap-anywhere">
                To {recipient} · {sentBy} · <Ago at={createdAt} />
              </span>
            }
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3 px-4.5 py-3.5" data-print="hide">
        <ShowOlder list={list} things="letters" />
        <ButtonLink to={caseLettersPath(id)} size="small" icon={<FilePen />}>
          {maySend ? 'Write a letter' : 'Read the letters'}
        </ButtonLink>
      </div>
    </Section>
  )
}
