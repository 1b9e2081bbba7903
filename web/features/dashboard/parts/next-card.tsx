import { ArrowRight, CircleAlert } from 'lucide-react'
import { Fragment, useId } from 'react'
import { nextLabel, nextTask, whyNext } from '#contract/dashboard/dashboard.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { quoted } from '#contract/kit/text.ts'
import type { Matter } from '#contract/matters/matters.ts'
import { assigneeWords } from '#contract/matters/next-action.ts'
import type { SignatureRequest } from '#contract/signatures/signatures.ts'
import { type Task, taskState } from '#contract/tasks.ts'
import { usePaymentChecks } from '#web/features/payments/hooks.ts'
import { DueLine, SharedLine, TaskBadge } from '#web/features/tasks/hooks.tsx'
import { counted } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Arches } from '#web/ui/data/logo.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { hasLeft, type LeftBesideTasks, useOpenTask } from '../hooks.ts'

/** ID of the element that gets the focus when a task is done. */
export const nextButtonId = 'next-task'

/** The one task to do now, the reason for it, and its button. Renders nothing if no task is left. */
export const NextCard = ({ tasks }: { tasks: Task[] }) => {
  const openTask = useOpenTask()
  const titleId = useId()
  const checked = usePaymentChecks(tasks)
  const task = nextTask(tasks.filter(({ id }) => !checked.has(id)))
  if (!task) return null
  const isAgain = taskState(task) === 'Needs another'
  return (
    <section
      aria-label="Do this next"
      data-print="together"
      className={classes('rounded-xl border p-4.5 shadow-1 md:p-5.5', isAgain ? againClass : nextClass)}
    >
      <h2 className={classes('font-sans! text-sm font-semibold', isAgain ? 'text-warn' : 'text-brand')}>
        Do this next
      </h2>
      <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span
              id={titleId}
              className="serif text-[1.4375rem] text-pretty wrap-anywhere md:text-[1.5625rem]"
            >
              {task.title}
            </span>
            {isAgain && <TaskBadge task={task} />}
          </p>
          <p className="mt-1.5 flex max-w-[62ch] items-start gap-2 wrap-anywhere text-ink-soft">
            {isAgain && <CircleAlert className="mt-0.75 size-4! text-warn" />}
            <span className="whitespace-pre-line">{whyNext(task)}</span>
          </p>
          <DueLine task={task} />
          <SharedLine task={task} />
        </div>
        <Button
          id={nextButtonId}
          variant="primary"
          aria-describedby={titleId}
          data-print="hide"
          onClick={() => openTask(task.id)}
          className="max-sm:w-full"
        >
          {nextLabel(task)}
          <ArrowRight className="size-4!" />
        </Button>
      </div>
    </section>
  )
}

const nextClass = 'border-brand/40 bg-surface'
const againClass = 'border-warn/45 bg-warn-tint'

/** How many documents, and how many cases, are listed one by one. */
const mostListed = 3

/** What a client has besides their open tasks, each with a link to it. Renders nothing if that is nothing. */
export const BesideTasks = ({ left }: { left: LeftBesideTasks }) => {
  const titleId = useId()
  if (!hasLeft(left)) return null
  const moreToSign = left.toSign.length - mostListed
  const moreTheirs = left.theirs.length - mostListed
  return (
    <section aria-labelledby={titleId} data-print="together">
      <Card padded={false}>
        <h2 id={titleId} className="px-4.5 pt-4 pb-3 text-section">
          Also waiting for you
        </h2>
        <ul className="mx-4.5 divide-y divide-line border-t border-line pb-2 wrap-anywhere *:py-3">
          {left.toSign.slice(0, mostListed).map(({ id, name }) => (
            <li key={id}>
              <TextLink to={pathTo(pages.signatures, 'sign', id)}>Sign {quoted([name])}</TextLink>
            </li>
          ))}
          {moreToSign > 0 && (
            <li>
              <TextLink to={pages.signatures}>{counted(moreToSign, 'more document')} to sign</TextLink>
            </li>
          )}
          {left.theirs.slice(0, mostListed).map((matter) => (
            <li key={matter.id}>
              <NextStepWords matter={matter} />
            </li>
          ))}
          {moreTheirs > 0 && (
            <li>
              <TextLink to={pages.matters}>
                {counted(moreTheirs, 'more case')} where the next step is yours
              </TextLink>
            </li>
          )}
        </ul>
      </Card>
    </section>
  )
}

/** Shown when all tasks are done: thanks the client, and says what is left beside them, or what happens next. */
export const AllDone = ({ tasks, left }: { tasks: Task[]; left: LeftBesideTasks | null }) => {
  const isNothingLeft = left !== null && !hasLeft(left)
  const { firstName } = useUser()
  return (
    <Card tone="deep" className={`relative isolate px-5 py-6 md:px-9 md:py-10 ${plainOnPhones}`}>
      <div aria-hidden className="absolute -right-10 -bottom-60 -z-10 w-80 opacity-20 max-sm:hidden">
        <Arches />
      </div>
      <h2 className="text-[1.625rem] text-pretty wrap-anywhere">
        {isNothingLeft ? 'All done.' : 'Your tasks are done.'} Thank you, {firstName}.
      </h2>
      <p className={`mt-2 max-w-[52ch] wrap-anywhere ${linksOnDeep}`}>
        {isNothingLeft && 'We have everything we asked for. '}
        {left && <LeftToDo left={left} />}
        {inReviewWords(tasks)}
        {isNothingLeft && "There's nothing you need to do now. "}
        We'll tell you here, under the bell, when there's something new.
      </p>
      <div className="mt-5 text-ink" data-print="hide">
        <ButtonLink to={pages.documents}>See your documents</ButtonLink>
      </div>
    </Card>
  )
}

const inReviewWords = (tasks: Task[]) => {
  const inReview = tasks.filter(({ outcome }) => outcome === 'review').length
  return inReview > 0 && `${counted(inReview, 'task')} ${inReview === 1 ? 'is' : 'are'} in review. `
}

/** What the client has to do besides their tasks, each with a link to it. */
const LeftToDo = ({ left: { toSign, theirs } }: { left: LeftBesideTasks }) => (
  <>
    <ToSign requests={toSign} />
    {theirs.map((matter) => (
      <Fragment key={matter.id}>
        <NextStepWords matter={matter} />{' '}
      </Fragment>
    ))}
  </>
)

const NextStepWords = ({ matter }: { matter: LeftBesideTasks['theirs'][number] }) => (
  <>
    In <CaseLink matter={matter} />, the next step is yours: {quoted([matter.move.nextStep])}.
  </>
)

const ToSign = ({ requests: [first, ...others] }: { requests: SignatureRequest[] }) => {
  if (first === undefined) return null
  if (others.length > 0)
    return (
      <>
        You still have <TextLink to={pages.signatures}>{others.length + 1} documents to sign</TextLink>.{' '}
      </>
    )
  return (
    <>
      You still have <TextLink to={pathTo(pages.signatures, 'sign', first.id)}>a document to sign</TextLink>.{' '}
    </>
  )
}

const CaseLink = ({ matter: { id, title } }: { matter: Pick<Matter, 'id' | 'title'> }) => (
  <TextLink to={pathTo(pages.matters, 'case', id)}>{title}</TextLink>
)

/**
 * Shown instead while none can be done, but closed cases have tasks on hold, so that not everything is done. Says whose
 * turn it is, in the client's other cases too.
 */
export const OnHold = ({ tasks, left }: { tasks: Task[]; left: LeftBesideTasks }) => (
  <Card className="px-5 py-6 md:px-9 md:py-8">
    <h2 className="text-[1.625rem] text-pretty wrap-anywhere">
      {hasLeft(left) ? 'Your other tasks are on hold.' : "There's nothing for you to do now."}
    </h2>
    <p className="mt-2 max-w-[52ch] wrap-anywhere">
      <LeftToDo left={left} />
      {heldWords(left)} {inReviewWords(tasks)}
      Please write to us under Messages if something is still needed.
    </p>
    <ul className="mt-4 grid gap-1.5">
      {left.held.cases.map((matter) => (
        <li key={matter.id} className="wrap-anywhere">
          <CaseLink matter={matter} />
          {`: ${counted(matter.heldTasks.length, 'task')}`}
        </li>
      ))}
      {left.others.map((matter) => (
        <li key={matter.id} className="wrap-anywhere">
          <CaseLink matter={matter} />
          {`: ${assigneeWords(matter.move)} (${matter.move.nextStep})`}
        </li>
      ))}
    </ul>
    <div className="mt-5 flex flex-wrap gap-2.5" data-print="hide">
      <ButtonLink to={pages.matters}>See your cases</ButtonLink>
      <ButtonLink to={pages.messages}>Write to us</ButtonLink>
    </div>
  </Card>
)

const heldWords = ({ held: { tasks, cases } }: LeftBesideTasks) => {
  const isOneCase = cases.length === 1
  const closed = isOneCase ? 'a closed case' : `${cases.length} closed cases`
  const verb = tasks === 1 ? 'is' : 'are'
  const until = `until your legal team reopens ${isOneCase ? 'it' : 'them'}`
  return `${counted(tasks, 'task')} of ${closed} ${verb} on hold ${until}.`
}

// On phones the greeting above is the deep card, so this one is plain.
const plainOnPhones = 'max-md:border-line max-md:bg-surface max-md:text-ink'
const linksOnDeep = 'md:[--brand:var(--on-deep)] md:[--brand-strong:var(--on-deep)]'
