import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { canDo, type MatterCommand } from '#contract/matters/states.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useMatterTypes, wordsForClients } from '../hooks.ts'
import { useCloseUntouched } from './closure/close-untouched.tsx'
import { useStillBooked } from './closure/still-booked.tsx'
import { StillOpen, StillWaiting } from './closure/still-open.tsx'
import { StepFields } from './stages/next-action.tsx'
import { StepsOfType, stepsOfType, templateWords, typeChoices } from './type-choices.tsx'

type Act = Exclude<MatterCommand, 'stage'>

const commands: { act: Act; label: string; done: string }[] = [
  { act: 'open', label: 'Open case', done: 'Case opened' },
  { act: 'reject', label: 'Turn down', done: 'Case turned down' },
  { act: 'move', label: 'Set next step', done: 'Next step set' },
  { act: 'reopen', label: 'Reopen case', done: 'Case reopened' },
  { act: 'note', label: 'Write a note', done: 'Note added' },
  { act: 'close', label: 'Close case', done: 'Case closed' },
]

/** The commands that the firm can give for a matter now, and the form of the chosen one. */
export const FirmCommands = ({ file, isPrimary }: { file: FirmMatterFile; isPrimary: boolean }) => {
  const [chosen, choose] = useState<Act | null>(null)
  const possible = commands.filter(({ act }) => canDo(act, file, 'firm'))
  const doing = possible.find(({ act }) => act === chosen)
  if (doing)
    return (
      <CommandForm
        key={doing.act}
        act={doing.act}
        file={file}
        label={doing.label}
        done={doing.done}
        leave={() => choose(null)}
      />
    )
  return (
    <div data-print="hide" className="flex flex-wrap gap-2.5">
      {possible.map(({ act, label }, at) => (
        <Button
          key={act}
          variant={at === 0 && isPrimary ? 'primary' : 'secondary'}
          onClick={() => choose(act)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

interface CommandProps {
  file: FirmMatterFile
  /** The label of its submit button. */
  label: string
  /** The notice once it is done. */
  done: string
  leave: () => void
}

/** Sets the next step of an open case, elsewhere than among the commands. */
export const NextStepForm = ({ file, leave }: Pick<CommandProps, 'file' | 'leave'>) => (
  <CommandForm act="move" file={file} label="Set next step" done="Next step set" leave={leave} />
)

/** The form of a command. */
const CommandForm = ({ act, ...rest }: CommandProps & { act: Act }) => {
  if (act === 'note') return <NoteForm {...rest} />
  if (act === 'reject') return <RejectForm {...rest} />
  if (act === 'close') return <CloseForm {...rest} />
  if (act === 'open')
    return (
      <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
        <OpenForm {...rest} />
      </AsyncBoundary>
    )
  return <StepForm {...rest} endpoint={{ move: matters.move, reopen: matters.reopen }[act]} />
}

/** Closes the form after a command and refreshes the matter. */
const useDone = ({ done, leave }: CommandProps) => {
  const cache = useQueryClient()
  return async () => {
    leave()
    toast({
      title: done,
      description: 'The client can see it in the portal.',
      variant: 'success',
    })
    await refresh(cache, firmMatterAnswers)
  }
}

/** Refreshes the matter if a colleague was faster (`conflict`). */
const useRefused = () => {
  const cache = useQueryClient()
  return ({ code }: { code: string }) => void (code === 'conflict' && refresh(cache, firmMatterAnswers))
}

const StepForm = ({ endpoint, ...props }: CommandProps & { endpoint: typeof matters.move }) => {
  const form = useCommandForm(endpoint, {
    start: { id: props.file.id, whose: 'firm', thirdParty: '', nextStep: '', taskId: undefined },
    once: useAttempt(),
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <StepFields file={props.file} field={form.field} isThirdParty={form.watch('whose') === 'third_party'}>
        {form.watch('whose') === 'client' && props.file.openTasks.length > 0 && (
          <TaskField {...form.control('taskId')} file={props.file} />
        )}
      </StepFields>
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

/**
 * Opens a requested case. Clients describe it in their own words, so the firm chooses its type and whether a template
 * applies.
 */
const OpenForm = (props: CommandProps) => {
  const { id, type } = props.file
  const types = useMatterTypes()
  const done = useDone(props)
  const form = useCommandForm(matters.open, {
    start: {
      id,
      type,
      isByTemplate: true,
      whose: 'firm',
      thirdParty: '',
      nextStep: '',
      taskId: undefined,
    },
    done: async (_, { isByTemplate }) => {
      if (isByTemplate) await closeIn(id)
      await done()
    },
    refused: useRefused(),
  })
  const chosen = form.watch('type') ?? type
  const hasTemplate = stepsOfType(types, chosen) !== null
  const { offer, closeIn } = useCloseUntouched(props.file.client.id, chosen)
  return (
    <form {...form.props} className={formClass}>
      <SelectField
        label="Type"
        hint={`Your client asked for “${type}”.${hasTemplate ? '' : ` ${templateWords(types, chosen)}`}`}
        required
        choices={typeChoices(types, type)}
        {...form.field('type')}
      />
      {hasTemplate && (
        <Checkbox
          label={`Use the template for “${chosen}”`}
          hint={templateWords(types, chosen)}
          {...form.field('isByTemplate')}
        />
      )}
      {hasTemplate && form.watch('isByTemplate') && (
        <>
          <StepsOfType id={id} type={chosen} />
          {offer}
        </>
      )}
      <StepFields file={props.file} field={form.field} isThirdParty={form.watch('whose') === 'third_party'}>
        {form.watch('whose') === 'client' && props.file.openTasks.length > 0 && (
          <TaskField {...form.control('taskId')} file={props.file} />
        )}
      </StepFields>
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

interface TaskFieldProps {
  name: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  error: string | undefined
  file: FirmMatterFile
}

/** The task for the client's step, so that their page links straight to it. */
const TaskField = ({ file: { clients, client, openTasks }, value, onChange, ...rest }: TaskFieldProps) => (
  <SelectField
    label="Task"
    optional
    // Of several clients, the task is the first one's.
    hint={`${clients.length > 1 ? client.name : 'Your client'} gets a button that leads to it`}
    choices={[
      { value: '', label: 'None' },
      ...openTasks.map(({ id, title }) => ({ value: id as string, label: title })),
    ]}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value || undefined)}
    {...rest}
  />
)

const NoteForm = (props: CommandProps) => {
  const form = useCommandForm(matters.note, {
    start: { id: props.file.id, note: '' },
    once: useAttempt(),
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <TextArea
        label={`Note for the ${props.file.clients.length > 1 ? 'clients' : 'client'}`}
        hint={`${wordsForClients(props.file).Your} will see this in the timeline`}
        {...form.field('note')}
      />
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const RejectForm = (props: CommandProps) => {
  const form = useCommandForm(matters.reject, {
    start: { id: props.file.id, reason: '' },
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <TextArea
        label="Reason"
        hint={`${wordsForClients(props.file).Your} will see this`}
        {...form.field('reason')}
      />
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const isJoint = ({ parties }: FirmMatterFile) =>
  parties.some(({ role, clientId }) => role === 'joint_client' && clientId !== null)

const CloseForm = (props: CommandProps) => {
  const booked = useStillBooked(props.file)
  const done = useDone(props)
  const form = useCommandForm(matters.firmClose, {
    start: { id: props.file.id },
    done: async () => {
      await booked.cancelChosen()
      await done()
    },
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <p>
        This closes the case and tells your {isJoint(props.file) ? 'clients' : 'client'}. You can reopen it.
      </p>
      <StillOpen id={props.file.id} />
      <StillWaiting id={props.file.id} />
      {booked.offer}
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const Ending = ({ label, leave, fault, isBusy }: EndingProps): ReactNode => (
  <>
    <FormFault>{fault}</FormFault>
    <div className="flex flex-wrap justify-end gap-2.5">
      <Button onClick={leave}>Cancel</Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        {label}
      </Button>
    </div>
  </>
)

interface EndingProps extends CommandProps {
  fault: string | undefined
  isBusy: boolean
}

const formClass = 'grid gap-5 rounded-xl border border-line bg-paper p-4'
