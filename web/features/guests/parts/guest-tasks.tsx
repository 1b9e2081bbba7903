import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import {
  actionLabel,
  isAllDone,
  isFinished,
  resendRequest,
  type Task,
  taskState,
  tasks,
} from '#contract/tasks.ts'
import { uploadWords } from '#web/features/documents/hooks.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { useLiveChanges } from '#web/platform/live.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { checkSession, isSigningOut } from '#web/platform/session.ts'
import { useUpload } from '#web/platform/upload.ts'
import { useLogOut } from '#web/shell/log-out.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface GuestTasksProps {
  user: User
  /** Whether they came by a link that no longer works. It may have been another one than theirs. */
  isLinkOver?: boolean
}

/** Everything a guest can see: the tasks they were asked to do, one below the other. */
export const GuestTasks = ({ user, isLinkOver = false }: GuestTasksProps) => {
  const { data, error, isLoading } = useQuery(query(tasks.list, {}))
  // They have no account, so the sign-in page would lead them nowhere.
  const { logOut, isLeaving, question } = useLogOut(user, { to: pages.guest })
  useLiveTasks()
  return (
    <div className="grid gap-6">
      <DocumentTitle>Your tasks</DocumentTitle>
      <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">Hello {user.firstName}</PageHeading>
      {isLinkOver && (
        <Callout title="The link you opened no longer works">
          You’re still signed in as {fullName(user)}, and these are your own tasks.
        </Callout>
      )}
      {isLoading && <Spinner words="Loading your tasks" />}
      {error && (
        <Callout tone="warn" announce="alert" title="We couldn't load your tasks">
          {error.message}
        </Callout>
      )}
      {data?.length === 0 && <Nothing />}
      {data && isAllDone(data) && <Sent tasks={data} />}
      {data && data.length > 0 && !isAllDone(data) && (
        <p className="text-ink-soft">
          Please send us the following. You can stop and come back to it with the same link and code.
        </p>
      )}
      {data && (
        <ul aria-label="Your tasks" className="grid gap-4">
          {data.map((task) => (
            <li key={task.id}>
              <GuestTask task={task} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button busy={isLeaving} onClick={logOut}>
          {data && isAllDone(data) ? 'Finish and sign out' : 'Sign out'}
        </Button>
        {question}
      </div>
    </div>
  )
}

/** Says how we get in touch. Without a mail server, someone at the firm passes on what's new. */
const useContactWords = () => (useSendsEmail() ? 'we’ll email you' : 'we’ll contact you')

const Nothing = () => {
  const contactWords = useContactWords()
  const held = useHeld()
  if (held.isLoading) return <Spinner words="Looking up your tasks" />
  if (held.count > 0)
    return (
      <Callout tone="info" title="There’s nothing for you to do now">
        {heldWords(held.count === 1 ? 'One task' : `${held.count} tasks`, { ...held, contactWords })} You can
        close this page.
      </Callout>
    )
  return (
    <Callout tone="info" title="There’s nothing for you to do">
      We don’t need anything from you at the moment. If we do later, {contactWords}. You can close this page.
    </Callout>
  )
}

/** How many tasks they don't see because the cases are closed. 0 if that is not known. */
const useHeld = () => {
  const { data, isLoading } = useQuery(query(tasks.held, {}))
  return { count: data?.count ?? 0, isLoading }
}

interface HeldFacts {
  count: number
  contactWords: string
}

const heldWords = (subject: string, { count, contactWords }: HeldFacts) =>
  count === 1
    ? `${subject} is on hold because its case is closed. If we reopen the case, you’ll find the task here, and ${contactWords}.`
    : `${subject} are on hold, each because its case is closed. If we reopen a case, you’ll find its tasks here, and ${contactWords}.`

const isUnread = ({ purpose, status, validation }: ClientDocument) =>
  purpose === 'evidence' && status === 'pending' && validation === null

/**
 * Says whether what was sent is enough. A document that has not been read yet may not be: its task counts as done until
 * something is found.
 */
const Sent = ({ tasks: sentTasks }: { tasks: Task[] }) => {
  const { data, error } = useQuery(query(documents.list, {}))
  const contactWords = useContactWords()
  const held = useHeld()
  const unread = data?.filter(isUnread) ?? []
  if (error && !data)
    return (
      <Callout tone="warn" announce="alert" title="We couldn’t look up whether we can use what you sent">
        {error.message} You can close this page: if we need anything else, {contactWords}.
      </Callout>
    )
  if (!data || held.isLoading) return <Spinner words="Looking up what you sent" />
  if (unread.some(({ awaitsScan }) => awaitsScan))
    return (
      <Callout tone="info" announce="status" title="We’re checking what you sent">
        It’s waiting for a virus scan, which may take a while. You can close this page: if we need another
        document, {contactWords}.
      </Callout>
    )
  if (unread.length > 0)
    return (
      <Callout tone="info" announce="status" title="We’re checking what you sent">
        Please keep this page open for a moment. If it can’t be used, you’ll see here what to send instead,
        and {contactWords} too.
      </Callout>
    )
  const areVerified = sentTasks.every((task) => taskState(task) === 'Verified')
  if (held.count > 0) {
    const more = held.count === 1 ? 'One more task' : `${held.count} more tasks`
    return (
      <Callout tone="ok" announce="status" title="That’s everything for now. Thank you.">
        {areVerified ? 'We’ve checked what you sent.' : 'We’ll check what you’ve sent.'}{' '}
        {heldWords(more, { ...held, contactWords })} You can close this page.
      </Callout>
    )
  }
  return (
    <Callout tone="ok" announce="status" title="That’s everything. Thank you.">
      {areVerified
        ? 'We’ve checked what you sent. There’s nothing more to do.'
        : `We’ll check what you’ve sent. If we need anything else, ${contactWords}.`}{' '}
      You can close this page.
    </Callout>
  )
}

/** Keeps the tasks up to date: the frame that does it for other pages is not around this one. */
const useLiveTasks = () => {
  const cache = useQueryClient()
  const lists = { tasks: [tasks.list, tasks.held], documents: [documents.list] }
  useLiveChanges((topic) => (topic === 'tasks' || topic === 'documents' ? lists[topic] : []), {
    enabled: true,
    isDeaf: () => isSigningOut(cache),
    onSignedOut: () => void checkSession(cache),
  })
}

const GuestTask = ({ task }: { task: Task }) => {
  const again = resendRequest(task)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-section min-w-0 wrap-anywhere">{task.title}</h2>
        <Badge tone={isFinished(task) ? 'ok' : again ? 'warn' : 'neutral'}>{taskState(task)}</Badge>
      </div>
      <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{task.description}</p>
      {again && (
        <Callout tone="warn" title="We need this again">
          {again}
        </Callout>
      )}
      {!isFinished(task) && (task.kind === 'firm_form' ? <Answering task={task} /> : <Sending task={task} />)}
    </Card>
  )
}

const FormTask = lazy(async () => ({
  default: (await import('#web/features/forms/dialog.tsx')).FormTask,
}))

const Answering = ({ task }: { task: Task }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {task.status === 'in_progress' ? 'Carry on' : 'Answer the questions'}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={task.title} description={task.description}>
        <AsyncBoundary skeleton={<Spinner words="Opening the questions" />}>
          <FormTask task={task} close={() => setOpen(false)} done={() => {}} />
        </AsyncBoundary>
      </Dialog>
    </div>
  )
}

const notSent = { title: 'This wasn’t sent', variant: 'warning' } as const

const Sending = ({ task }: { task: Task }) => {
  const cache = useQueryClient()
  const onStopped = () => {
    // One that has arrived may be in the list before the portal has answered.
    const current = cache.getQueryData<Task[]>(query(tasks.list, {}).queryKey)
    const known = current?.find(({ id }) => id === task.id)
    if (!known || !isFinished(known)) toast({ ...notSent, description: task.title, duration: 15_000 })
  }
  const upload = useUpload(documents.upload, { refreshes: [tasks.list, documents.list], onStopped })
  const send = (file: File) =>
    upload.mutate(
      { file, input: { taskId: task.id, documentType: task.title } },
      {
        onSuccess: () => toast({ title: 'Sent. Thank you.', description: task.title, variant: 'success' }),
        onError: ({ code, reason, message }) => {
          const isClosed = reason === 'case_closed'
          if (code !== 'not_found' && !isClosed) return
          // The task leaves the list, and its own message with it.
          if (isClosed) toast({ ...notSent, description: message })
          else toast({ title: 'We no longer need this, so it wasn’t sent', description: task.title })
          void refresh(cache, [tasks.list])
        },
      },
    )
  if (upload.isPending)
    return (
      <div className="grid gap-1.5">
        <Progress value={upload.sent * 100} label={`${actionLabel(task)}: ${task.title}`} />
        <p role="status" className="text-sm text-ink-soft">
          {uploadWords({ isReading: upload.sent >= 1 })}
        </p>
      </div>
    )
  return (
    <FileDrop
      label={task.title}
      hint="PDF, JPG or PNG, up to 10 MB"
      accept=".pdf,.jpg,.jpeg,.png"
      camera="environment"
      onFile={send}
      {...(upload.error && { error: upload.error.message })}
    />
  )
}
