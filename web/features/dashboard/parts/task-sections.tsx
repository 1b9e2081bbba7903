import {
  ChevronDown,
  CircleAlert,
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  FileText,
  Scale,
  ShieldCheck,
} from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { splitAtPounds } from '#contract/kit/money.ts'
import {
  actionLabel,
  type GroupStatus,
  groupStatuses,
  groupsOf,
  groupTitles,
  isAllDone,
  isFinished,
  isOnDashboard,
  progressOf,
  progressOrder,
  resendRequest,
  type Task,
  type TaskCategory,
  type TaskGroup,
  taskState,
} from '#contract/tasks.ts'
import { usePaymentChecks } from '#web/features/payments/hooks.ts'
import { DueLine, SharedLine, TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { useIsPhone } from '#web/platform/viewport.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Chips } from '#web/ui/fields/choices.tsx'
import { useIsPrinting } from '#web/ui/layout/print.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useOpenTask } from '../hooks.ts'

/** All tasks by category, the done ones last. On a phone, tabs show one category at a time. */
export const OnboardingSections = ({ tasks }: { tasks: Task[] }) => {
  const isPhone = useIsPhone()
  const [tab, setTab] = useState<Tab>('all')
  const all = groupsOf(tasks).filter(isOnDashboard)
  const isOver = ({ tasks }: TaskGroup) => isAllDone(tasks)
  const groups = [...all.filter((group) => !isOver(group)), ...all.filter(isOver)]
  const shown = isPhone && tab !== 'all' ? groups.filter(({ category }) => tabOf(category) === tab) : groups
  return (
    <>
      {isPhone && <Chips label="Category" chips={tabs} value={tab} onChange={setTab} />}
      {shown.map((group) => (
        <TaskSection
          key={`${group.category} ${isOver(group)}`}
          group={group}
          badge={isAllDone(group.tasks) && <Badge tone="ok">Completed</Badge>}
        />
      ))}
    </>
  )
}

type Tab = 'all' | 'documents' | 'payments' | 'verification' | 'forms'

const tabs: { value: Tab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'documents', label: 'Documents' },
  { value: 'payments', label: 'Payments' },
  { value: 'verification', label: 'Verification' },
  { value: 'forms', label: 'Forms' },
]

/**
 * Returns the tab of a category. Risk assessment and legal services have none of their own, and belong to the forms.
 */
const tabOf = (category: TaskCategory): Tab =>
  category === 'risk_assessment' || category === 'legal_services' ? 'forms' : category

const openAtFirst: readonly TaskCategory[] = ['forms', 'documents']

/** All six groups with their status, the first two open. A group without tasks has no status. */
export const GroupedView = ({ tasks }: { tasks: Task[] }) => {
  const groups = groupsOf(tasks, progressOrder)
  const statuses = groupStatuses(groups)
  return groups.map((group) => (
    <TaskSection
      key={`${group.category} ${isAllDone(group.tasks)}`}
      group={group}
      badge={group.tasks.length > 0 && <StatusBadge status={statuses.get(group.category) ?? 'incomplete'} />}
      isOpenAtFirst={openAtFirst.includes(group.category)}
    />
  ))
}

const badges: Record<GroupStatus, { tone: Tone; words: string }> = {
  completed: { tone: 'ok', words: 'Completed' },
  next: { tone: 'info', words: 'Next Up' },
  incomplete: { tone: 'neutral', words: 'Incomplete' },
}

const StatusBadge = ({ status }: { status: GroupStatus }) => (
  <Badge tone={badges[status].tone}>{badges[status].words}</Badge>
)

interface TaskSectionProps {
  group: TaskGroup
  /** The status of the group, beside the count. */
  badge?: ReactNode
  isOpenAtFirst?: boolean
}

/** The tasks of one category, which fold under their heading. Closed once all of them are done. */
const TaskSection = ({ group: { category, tasks }, badge, isOpenAtFirst = true }: TaskSectionProps) => {
  const { completed, total, percentage } = progressOf(tasks)
  const count = `${completed} of ${total} complete`
  const title = groupTitles[category]
  return (
    <Section
      title={title}
      icon={<GroupIcon category={category} />}
      defaultOpen={isOpenAtFirst && !isAllDone(tasks)}
      subtitle={
        <>
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="figures">{count}</span>
            {badge}
          </span>
          {total > 0 && (
            <div className={barPlace}>
              <Progress size="thin" value={percentage} label={title} valueText={count} />
            </div>
          )}
        </>
      }
    >
      {tasks.length === 0 ? <NoTasks>No tasks in this category</NoTasks> : <TaskList tasks={tasks} />}
    </Section>
  )
}

// Below the count or, if there is room, before the heading's arrow.
const barPlace = 'mt-2 max-w-56 lg:absolute lg:top-1/2 lg:right-13 lg:mt-0 lg:w-37 lg:-translate-y-1/2'

const icons: Record<TaskCategory, typeof FileText> = {
  documents: FileText,
  payments: CreditCard,
  verification: ShieldCheck,
  forms: ClipboardList,
  risk_assessment: ClipboardCheck,
  legal_services: Scale,
}

export const GroupIcon = ({ category }: { category: TaskCategory }) => {
  const Icon = icons[category]
  return <Icon />
}

/** The open tasks, with the done ones folded below. A list of done tasks only is not folded. */
export const TaskList = ({ tasks, isMarked = false }: { tasks: Task[]; isMarked?: boolean }) => {
  const open = tasks.filter((task) => !isFinished(task))
  const done = tasks.filter(isFinished)
  if (open.length === 0 || done.length === 0) return <Rows tasks={tasks} isMarked={isMarked} />
  return (
    <div className="divide-y divide-line">
      <Rows tasks={open} isMarked={isMarked} />
      <DoneFold count={done.length}>
        <div className="border-t border-line">
          <Rows tasks={done} isMarked={isMarked} />
        </div>
      </DoneFold>
    </div>
  )
}

const Rows = ({ tasks, isMarked }: { tasks: Task[]; isMarked: boolean }) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} isMarked={isMarked} />
    ))}
  </ul>
)

/** ID of the button that gets the focus when a task's dialog has closed. */
export const buttonIdOf = (id: Task['id']) => `task-${id}`

/** One task with its status, and the button that opens it. */
const TaskRow = ({ task, isMarked = false }: { task: Task; isMarked?: boolean }) => {
  const openTask = useOpenTask()
  const isNamed = isMarked || taskState(task) !== 'To do'
  const titleId = useId()
  const again = resendRequest(task)
  const checked = usePaymentChecks([task]).get(task.id)
  const isToPay = task.category === 'payments' && task.status === 'pending' && !checked
  return (
    <li data-print="together" className={rowClass}>
      <TaskDot task={task} isNamed={isNamed} />
      <div className="min-w-0 flex-1 max-[22.5rem]:basis-[calc(100%-2.25rem)]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-semibold">
          <span id={titleId} className="wrap-anywhere">
            {task.title}
          </span>
          {isNamed && <TaskBadge task={task} />}
        </p>
        <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
          <Described text={task.description} />
        </p>
        <DueLine task={task} />
        <SharedLine task={task} />
        {again && <Reason>{again}</Reason>}
        {checked && <p className="mt-1 text-sm text-ink-soft">{checked}</p>}
      </div>
      <Button
        id={buttonIdOf(task.id)}
        variant={isToPay ? 'primary' : 'secondary'}
        aria-describedby={titleId}
        data-print="hide"
        onClick={() => openTask(task.id)}
        className="max-[22.5rem]:ml-9"
      >
        {checked ? 'View' : actionLabel(task)}
      </Button>
    </li>
  )
}

// On the narrowest phones the button is below the text, so that its lines stay readable.
const rowClass = 'flex min-h-14 items-center gap-3.5 px-4.5 py-3.5 max-[22.5rem]:flex-wrap'

const Reason = ({ children }: { children: string }) => (
  <p className="mt-1 flex items-start gap-1.5 text-sm wrap-anywhere text-warn">
    <CircleAlert className="mt-0.5 size-4!" />
    <span className="whitespace-pre-line">{children}</span>
  </p>
)

/** Shown instead of rows if there are none. */
export const NoTasks = ({ children }: { children: ReactNode }) => (
  <p className="px-4.5 py-5 text-sm text-ink-soft">{children}</p>
)

/** A task's description, with its amounts in bold. */
export const Described = ({ text }: { text: string }) =>
  splitAtPounds(text).map(({ isAmount, words }, place) =>
    isAmount ? (
      <b key={place} className="figures whitespace-nowrap text-ink">
        {words}
      </b>
    ) : (
      words
    ),
  )

/** One line that folds the done tasks. Opens on demand, and for printing. */
export const DoneFold = ({ count, children }: { count: number; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  return (
    <Collapsible.Root open={isOpen || isPrinting} onOpenChange={setOpen}>
      <Collapsible.Trigger className={lineClass}>
        <span className="figures">{count} done</span>
        <ChevronDown className="size-4! transition-transform duration-150 in-data-[state=open]:rotate-180" />
      </Collapsible.Trigger>
      <Collapsible.Content>{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}

const lineClass =
  'flex min-h-11 w-full items-center gap-2 px-4.5 py-2.5 text-left text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink'
