import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { assigneeWords, type NextAction } from '#contract/matters/next-action.ts'
import { stagesOfType, undoSeconds } from '#contract/matters/stages.ts'
import { canDo } from '#contract/matters/states.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, wordsForClients } from '../../hooks.ts'
import { NextStepForm } from '../firm-commands.tsx'
import { MissingStageDate } from './awaited-dates.tsx'
import {
  type LeftBehind,
  LeftBehindNote,
  LeftBehindQuestion,
  useCheckOfStage,
  useLeftBehind,
} from './left-behind.tsx'
import { StageTracker } from './stage-tracker.tsx'

/** The stage of a matter, and the button that moves it on. */
export const StageCard = ({ file }: { file: FirmMatterFile }) => {
  const [isChoosing, setChoosing] = useState(false)
  const [justSet, setJustSet] = useState<string | null>(null)
  /** The next step as it was when a stage was set here. Null once it has been confirmed. */
  const [stepBefore, setStepBefore] = useState<NextAction | null>(null)
  const maySet = useMay()('matters.run')
  useEffect(() => {
    if (justSet === null) return
    const timer = setTimeout(() => setJustSet(null), undoSeconds * 1000)
    return () => clearTimeout(timer)
  }, [justSet])
  const done = (name: string) => {
    setChoosing(false)
    setJustSet(name)
    setStepBefore(file.move)
  }
  const { Your, verb } = wordsForClients(file)
  const isStepSame = stepBefore !== null && isSameStep(stepBefore, file.move)
  return (
    <Card className="grid gap-4">
      <CardTitle lead={`${Your} ${verb('sees', 'see')} this as you see it here.`}>Stages</CardTitle>
      <StageTracker stages={file.stages} />
      <MissingStageDate file={file} />
      {justSet && canDo('stage', file, 'firm') && (
        <UndoBar
          file={file}
          name={justSet}
          close={() => setJustSet(null)}
          undone={() => setStepBefore(null)}
        />
      )}
      {isStepSame && canDo('move', file, 'firm') && (
        <StepAfterStage file={file} move={stepBefore} confirm={() => setStepBefore(null)} />
      )}
      {maySet &&
        canDo('stage', file, 'firm') &&
        (isChoosing ? (
          <StageForm file={file} done={done} leave={() => setChoosing(false)} />
        ) : (
          <StageButtons file={file} done={done} choose={() => setChoosing(true)} />
        ))}
    </Card>
  )
}

interface StageProps {
  file: FirmMatterFile
  done: (name: string) => void
}

const StageButtons = ({ file, done, choose }: StageProps & { choose: () => void }) => {
  const once = useAttempt<Input<typeof matters.setStage>>()
  const set = useCommand(matters.setStage, {
    refreshes: firmMatterAnswers,
    headers: (input) => once.begin(input).headers,
  })
  const check = useCheckOfStage(file)
  const [isChecking, setChecking] = useState(false)
  const [question, setQuestion] = useState<{ left: LeftBehind } | null>(null)
  const next = file.stages.find(({ state }) => state === 'ahead')
  const move = () =>
    next &&
    set.mutate(
      { id: file.id, stage: next.key, words: '' },
      {
        onSuccess: () => {
          once.end()
          done(next.name)
        },
        onError: (problem) => {
          once.refused(problem)
          toast({ title: 'Stage not set', description: problem.message, variant: 'error' })
        },
        onSettled: () => setQuestion(null),
      },
    )
  const press = async () => {
    if (!next) return
    setChecking(true)
    const left = await check(next.key)
    setChecking(false)
    if (left?.length === 0) move()
    else setQuestion({ left })
  }
  return (
    <div className="flex flex-wrap gap-2.5">
      {next && (
        <Button busy={isChecking || set.isPending} onClick={() => void press()}>
          Move to {next.name}
        </Button>
      )}
      <Button onClick={choose}>Choose a stage</Button>
      {next && question && (
        <LeftBehindQuestion
          file={file}
          name={next.name}
          left={question.left}
          busy={set.isPending}
          move={move}
          close={() => setQuestion(null)}
        />
      )}
    </div>
  )
}

const StageForm = ({ file, done, leave }: StageProps & { leave: () => void }) => {
  const cache = useQueryClient()
  const stages = stagesOfType(file.type)
  const form = useCommandForm(matters.setStage, {
    start: {
      id: file.id,
      stage: file.stages.find(({ state }) => state === 'current')?.key ?? '',
      words: '',
    },
    once: useAttempt(),
    done: async (_, { stage }) => {
      await refresh(cache, firmMatterAnswers)
      done(stages.find(({ key }) => key === stage)?.name ?? '')
    },
  })
  const left = useLeftBehind(file, form.watch('stage'))
  const { your, verb } = wordsForClients(file)
  return (
    <form {...form.props} className="grid gap-5 rounded-xl border border-line bg-paper p-4">
      <SelectField
        label="Stage"
        required
        choices={stages.map(({ key, name }) => ({ value: key, label: name }))}
        {...form.field('stage')}
      />
      {left !== undefined && <LeftBehindNote left={left} />}
      <TextField
        label={`What ${your} ${verb('is', 'are')} told`}
        optional
        hint="In place of the usual words, for example “waiting for the water company”"
        {...form.field('words')}
      />
      <FormFault>{form.fault}</FormFault>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={leave}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy || left === undefined}>
          Set stage
        </Button>
      </div>
    </form>
  )
}

const isSameStep = (before: NextAction, now: NextAction | null) =>
  now?.nextStep === before.nextStep && now.whose === before.whose && now.thirdParty === before.thirdParty

interface StepAfterStageProps {
  file: FirmMatterFile
  move: NextAction
  /** The step is still right. */
  confirm: () => void
}

/** A new stage leaves the next step as it was, which the client reads above the stage. */
const StepAfterStage = ({ file, move, confirm }: StepAfterStageProps) => {
  const [isChanging, setChanging] = useState(false)
  const { Your, verb } = wordsForClients(file)
  return (
    <div
      role="group"
      aria-label="Next step after this stage"
      data-print="hide"
      className="grid gap-3 rounded-xl border border-line px-4 py-3"
    >
      <p className="wrap-anywhere">
        {Your} still {verb('reads', 'read')} “{assigneeWords(move)}: {move.nextStep}”.
      </p>
      {isChanging ? (
        <NextStepForm file={file} leave={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" onClick={() => setChanging(true)}>
            Change the next step
          </Button>
          <Button size="small" onClick={confirm}>
            It’s still right
          </Button>
        </div>
      )}
    </div>
  )
}

interface UndoBarProps {
  file: FirmMatterFile
  name: string
  close: () => void
  undone: () => void
}

/** Shown for ten seconds. The client is notified only after that. */
const UndoBar = ({ file, name, close, undone }: UndoBarProps) => {
  const undo = useCommand(matters.undoStage, { refreshes: firmMatterAnswers })
  const press = () =>
    undo.mutate(
      { id: file.id },
      {
        onSuccess: undone,
        onError: ({ message }) => toast({ title: 'Not undone', description: message, variant: 'error' }),
        onSettled: close,
      },
    )
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-brand-tint px-4 py-2.5"
    >
      <span className="wrap-anywhere">
        Now at: {name}. {wordsForClients(file).Your} will be told shortly.
      </span>
      <Button size="small" busy={undo.isPending} onClick={press}>
        Undo
      </Button>
    </div>
  )
}
