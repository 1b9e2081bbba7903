import { useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { type MatterPerson, matterTabs } from '#contract/firm/matter-tabs.ts'
import { type Unreached, unreachedWords } from '#contract/firm/reach.ts'
import { fullName } from '#contract/kit/names.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { roleNames } from '#contract/matters/party.ts'
import type { Task } from '#contract/tasks.ts'
import { Unreachable, useUnreached } from '#web/features/accounts/hooks.tsx'
import { today } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm, useLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface RequestedOf {
  clientId: UserId
  /** The client's first name, as used in a sentence. */
  firstName: string
}

/** The button and dialog with which staff request any document from a client. */
export const RequestDocument = (props: RequestedOf) => {
  const [isOpen, setOpen] = useState(false)
  const unreached = useUnreached(props.clientId)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<FilePlus />}>Ask for a document</Button>}
      title="Ask for a document"
      description={`It becomes a task for ${props.firstName}${unreached ? '' : ', who is told straight away'}.`}
    >
      <RequestForm {...props} close={() => setOpen(false)} />
    </Dialog>
  )
}

const words = { title: '', description: '', dueOn: null }

const discardWords = {
  title: 'Discard this request?',
  description: 'What you entered will be lost. Nobody has been asked for anything.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
}

const RequestForm = ({ clientId, firstName, close }: RequestedOf & { close: () => void }) => {
  const cache = useQueryClient()
  const unreached = useUnreached(clientId)
  const form = useCommandForm(documentRequests.create, {
    start: { id: clientId, ...words },
    done: async ({ title }) => {
      await refresh(cache, requested)
      toastRequested({ firstName, unreached }, title)
      close()
    },
  })
  const { question, leave } = useLossQuestion(form.formState.isDirty, discardWords)
  return (
    <form {...form.props} className="grid gap-4">
      <Unreachable id={clientId} reason={unreached} firstName={firstName} />
      <RequestFields
        firstName={firstName}
        title={form.field('title')}
        description={form.field('description')}
        dueOn={{ ...form.control('dueOn'), value: form.watch('dueOn') ?? '' }}
      />
      <FormFooter form={form} cancel={() => leave(close)}>
        {unreached ? 'Add the task' : `Ask ${firstName}`}
      </FormFooter>
      <Confirm {...question} />
    </form>
  )
}

/** The queries that show requested documents. */
const requested = [firm.client, firm.clients, matterTabs.tasks, matterTabs.summary, matterTabs.activity]

const toastRequested = ({ firstName, unreached }: Requested, title: string) =>
  toast(
    unreached
      ? {
          title: 'Task added',
          description: `${firstName} hasn’t been told about “${title}”. ${unreachedWords[unreached]}`,
          variant: 'warning',
        }
      : {
          title: 'Document requested',
          description: `${firstName} has been asked for: ${title}`,
          variant: 'success',
        },
  )

interface Requested {
  firstName: string
  unreached: Unreached | null
}

interface RequestFieldsProps {
  firstName: string
  title: Omit<ComponentProps<typeof TextField>, 'label'>
  description: Omit<ComponentProps<typeof TextArea>, 'label'>
  dueOn: Omit<ComponentProps<typeof DateField>, 'label' | 'onChange'> & {
    onChange: (day: string | null) => void
  }
}

const RequestFields = ({ firstName, title, description, dueOn }: RequestFieldsProps) => (
  <>
    <TextField
      label="Which document?"
      hint={`${firstName} will read this as the title of the task.`}
      maxLength={80}
      {...title}
    />
    <TextArea label="What will help them find it?" optional rows={3} maxLength={600} {...description} />
    <DateField
      label="Send it by"
      optional
      min={today()}
      {...dueOn}
      onChange={(day) => dueOn.onChange(day || null)}
    />
  </>
)

interface MatterRequestProps {
  id: MatterId
  /** The people who can be asked. The first one is preselected. */
  people: readonly MatterPerson[]
}

/** The same for a case: the user chooses one of its people, and the request belongs to this case. */
export const RequestForMatter = (props: MatterRequestProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<FilePlus />}>Ask for a document</Button>}
      title="Ask for a document"
      description="It becomes a task of this case."
    >
      <MatterRequestForm {...props} close={() => setOpen(false)} />
    </Dialog>
  )
}

const MatterRequestForm = ({ id, people, close }: MatterRequestProps & { close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(matterTabs.requestDocument, {
    start: { id, clientId: people[0]?.id ?? '', ...words },
    done: async ({ title }, { clientId }) => {
      await refresh(cache, requested)
      const recipient = people.find((person) => person.id === clientId)
      toastRequested({ firstName: recipient?.firstName ?? '', unreached }, title)
      close()
    },
  })
  const { question, leave } = useLossQuestion(form.formState.isDirty, discardWords)
  const person = people.find((person) => person.id === form.watch('clientId'))
  const unreached = useUnreached(person?.id, { matterId: id })
  const firstName = person?.firstName ?? 'They'
  return (
    <form {...form.props} className="grid gap-4">
      {people.length > 1 && (
        <RadioGroup
          label="Who is asked?"
          choices={people.map((person) => ({
            value: person.id as string,
            label: `${fullName(person)} (${roleNames[person.role].toLowerCase()})`,
          }))}
          {...form.field('clientId')}
        />
      )}
      {person && <Unreachable id={person.id} reason={unreached} firstName={firstName} />}
      <RequestFields
        firstName={firstName}
        title={form.field('title')}
        description={form.field('description')}
        dueOn={{ ...form.control('dueOn'), value: form.watch('dueOn') ?? '' }}
      />
      <FormFooter form={form} cancel={() => leave(close)}>
        {unreached ? 'Add the task' : `Ask ${person?.firstName ?? 'for it'}`}
      </FormFooter>
      <Confirm {...question} />
    </form>
  )
}

/** Withdraws a request to which nothing was sent. */
export const WithdrawRequest = ({ clientId, firstName, task }: RequestedOf & { task: Task }) => {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useCommand(documentRequests.withdraw, { refreshes: requested })
  const confirm = () =>
    withdraw.mutate(
      { id: clientId, taskId: task.id },
      {
        onSuccess: () => toast({ title: 'Request withdrawn', description: task.title, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not withdrawn', description: message, variant: 'error' }),
        onSettled: () => setOpen(false),
      },
    )
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`Withdraw the request: ${task.title}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this request?"
      description={`“${task.title}” is taken off ${firstName}'s list, and they are told that you don't need it any more.`}
      confirmLabel="Withdraw request"
      busy={withdraw.isPending}
      onConfirm={confirm}
    />
  )
}
