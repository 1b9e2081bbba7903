import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type CaseAct, canDo } from '#contract/case-states.ts'
import { type CaseId, cases } from '#contract/cases.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmCaseAnswers, useFirmCaseFile, useFirmCases } from '../hooks.ts'
import { CaseDialog, CaseSheet, Timeline } from './case-details.tsx'
import { firmMoveWords, NextAction, StepFields } from './next-action.tsx'

interface FirmCaseDialogProps {
  id: CaseId | null
  close: () => void
}

/** A case with all that the firm can do to it as it stands. */
export const FirmCaseDialog = ({ id, close }: FirmCaseDialogProps) => (
  <CaseDialog id={id} cases={useFirmCases().data} close={close} details={(open) => <Details id={open} />} />
)

const commands: { act: CaseAct; label: string }[] = [
  { act: 'open', label: 'Open case' },
  { act: 'reject', label: 'Turn down' },
  { act: 'move', label: 'Set next step' },
  { act: 'reopen', label: 'Reopen case' },
  { act: 'note', label: 'Write a note' },
  { act: 'close', label: 'Close case' },
]

const Details = ({ id }: { id: CaseId }) => {
  const file = useFirmCaseFile(id)
  const [chosen, choose] = useState<CaseAct | null>(null)
  const possible = commands.filter(({ act }) => canDo(act, file, 'firm'))
  const doing = possible.find(({ act }) => act === chosen)
  return (
    <CaseSheet
      file={file}
      facts={[{ name: 'Client', value: <span className="wrap-anywhere">{file.client.name}</span> }]}
      top={
        <>
          {file.move && (
            <NextAction
              move={file.move}
              words={firmMoveWords(file.move)}
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
      timeline={<Timeline events={file.events} moveWords={firmMoveWords} />}
    />
  )
}

interface CommandProps {
  id: CaseId
  /** What the button at its end says. */
  label: string
  leave: () => void
}

/** What a command asks for before it is given. */
const CommandForm = ({ act, ...rest }: CommandProps & { act: CaseAct }) => {
  if (act === 'note') return <NoteForm {...rest} />
  if (act === 'reject') return <RejectForm {...rest} />
  if (act === 'close') return <CloseForm {...rest} />
  return <StepForm {...rest} endpoint={{ open: cases.open, move: cases.move, reopen: cases.reopen }[act]} />
}

/** After a command the case stands differently, and the form is done with. */
const useDone = ({ label, leave }: CommandProps) => {
  const cache = useQueryClient()
  return async () => {
    leave()
    toast({ title: `${label}: done`, description: 'Your client has been told.', variant: 'success' })
    await refresh(cache, firmCaseAnswers)
  }
}

/** Somebody else was first: the case is shown as it stands now. */
const useRefused = () => {
  const cache = useQueryClient()
  return ({ code }: { code: string }) => void (code === 'conflict' && refresh(cache, firmCaseAnswers))
}

const StepForm = ({ endpoint, ...props }: CommandProps & { endpoint: typeof cases.move }) => {
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
  const form = useCommandForm(cases.note, {
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
  const form = useCommandForm(cases.reject, {
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
  const form = useCommandForm(cases.firmClose, {
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
