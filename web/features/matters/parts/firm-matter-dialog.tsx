import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { canDo, type MatterCommand } from '#contract/matter-states.ts'
import { type MatterId, matters } from '#contract/matters.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useFirmMatterFile, useFirmMatters } from '../hooks.ts'
import { MatterDialog, MatterSheet, Timeline } from './matter-details.tsx'
import { firmAssigneeWords, NextActionPanel, StepFields } from './next-action.tsx'

interface FirmMatterDialogProps {
  id: MatterId | null
  close: () => void
}

/** A matter with all that the firm can do to it as it stands. */
export const FirmMatterDialog = ({ id, close }: FirmMatterDialogProps) => (
  <MatterDialog
    id={id}
    matters={useFirmMatters().data}
    close={close}
    details={(open) => <Details id={open} />}
  />
)

const commands: { act: MatterCommand; label: string }[] = [
  { act: 'open', label: 'Open case' },
  { act: 'reject', label: 'Turn down' },
  { act: 'move', label: 'Set next step' },
  { act: 'reopen', label: 'Reopen case' },
  { act: 'note', label: 'Write a note' },
  { act: 'close', label: 'Close case' },
]

const Details = ({ id }: { id: MatterId }) => {
  const file = useFirmMatterFile(id)
  const [chosen, choose] = useState<MatterCommand | null>(null)
  const possible = commands.filter(({ act }) => canDo(act, file, 'firm'))
  const doing = possible.find(({ act }) => act === chosen)
  return (
    <MatterSheet
      file={file}
      facts={[{ name: 'Client', value: <span className="wrap-anywhere">{file.client.name}</span> }]}
      top={
        <>
          {file.move && (
            <NextActionPanel
              move={file.move}
              words={firmAssigneeWords(file.move)}
              isMine={file.move.whose === 'firm'}
            />
          )}
          {doing ? (
            <CommandForm
              key={doing.act}
              act={doing.act}
              id={id}
              label={doing.label}
              leave={() => choose(null)}
            />
          ) : (
            <div className="flex flex-wrap gap-2.5">
              {possible.map(({ act, label }, at) => (
                <Button key={act} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => choose(act)}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </>
      }
      timeline={<Timeline events={file.events} assigneeWords={firmAssigneeWords} />}
    />
  )
}

interface CommandProps {
  id: MatterId
  /** What the button at its end says. */
  label: string
  leave: () => void
}

/** What a command asks for before it is given. */
const CommandForm = ({ act, ...rest }: CommandProps & { act: MatterCommand }) => {
  if (act === 'note') return <NoteForm {...rest} />
  if (act === 'reject') return <RejectForm {...rest} />
  if (act === 'close') return <CloseForm {...rest} />
  return (
    <StepForm {...rest} endpoint={{ open: matters.open, move: matters.move, reopen: matters.reopen }[act]} />
  )
}

/** After a command the matter stands differently, and the form is done with. */
const useDone = ({ label, leave }: CommandProps) => {
  const cache = useQueryClient()
  return async () => {
    leave()
    toast({ title: `${label}: done`, description: 'Your client has been told.', variant: 'success' })
    await refresh(cache, firmMatterAnswers)
  }
}

/** Somebody else was first: the matter is shown as it stands now. */
const useRefused = () => {
  const cache = useQueryClient()
  return ({ code }: { code: string }) => void (code === 'conflict' && refresh(cache, firmMatterAnswers))
}

const StepForm = ({ endpoint, ...props }: CommandProps & { endpoint: typeof matters.move }) => {
  const form = useCommandForm(endpoint, {
    start: { id: props.id, whose: 'firm', thirdParty: '', nextStep: '' },
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <StepFields field={form.field} isThirdParty={form.watch('whose') === 'third_party'} />
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const NoteForm = (props: CommandProps) => {
  const form = useCommandForm(matters.note, {
    start: { id: props.id, note: '' },
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <TextArea
        label="Note for the client"
        hint="Your client will see this in the timeline"
        {...form.field('note')}
      />
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const RejectForm = (props: CommandProps) => {
  const form = useCommandForm(matters.reject, {
    start: { id: props.id, reason: '' },
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <TextArea label="Reason" hint="Your client will see this" {...form.field('reason')} />
      <Ending {...props} fault={form.fault} isBusy={form.busy} />
    </form>
  )
}

const CloseForm = (props: CommandProps) => {
  const form = useCommandForm(matters.firmClose, {
    start: { id: props.id },
    done: useDone(props),
    refused: useRefused(),
  })
  return (
    <form {...form.props} className={formClass}>
      <p>This closes the case and tells your client. You can reopen it.</p>
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
