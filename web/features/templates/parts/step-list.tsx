import { ArrowDown, ArrowUp, GripVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { roleNames } from '#contract/matters/party.ts'
import { undoTime } from '#contract/queue.ts'
import { asksName, conditionWords } from '#contract/templates/rules.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { moved, newStep, quotedName, stepName } from '../draft.ts'
import type { StepsChange } from '../hooks.ts'
import { dueWords } from './due-fields.tsx'
import { StepDialog } from './step-dialog.tsx'

export interface StepListProps {
  steps: readonly TemplateStep[]
  change: (steps: StepsChange) => void
  /** The step whose dialog is open. */
  edited: TemplateStep | null
  edit: (step: TemplateStep | null) => void
}

/** The steps in order. Dragging or the arrows change it. */
export const StepList = ({ steps, change, edited, edit }: StepListProps) => {
  const [dragged, drag] = useState<number | null>(null)
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const step = steps[from]
    if (!step || to < 0 || to >= steps.length || from === to) return
    change(moved(steps, from, to))
    say(`${stepName(step)} is now step ${to + 1} of ${steps.length}`)
  }
  const save = (step: TemplateStep) => {
    const isKnown = steps.some(({ key }) => key === step.key)
    change(isKnown ? steps.map((other) => (other.key === step.key ? step : other)) : [...steps, step])
    edit(null)
  }
  const undoRemoval = useUndoRemoval(change)
  const list = useRef<HTMLOListElement>(null)
  const remove = (step: TemplateStep, index: number) => {
    // The pressed button goes with its row, and the keyboard would lose its place.
    const rows = list.current?.children
    const neighbour = rows?.[index + 1] ?? rows?.[index - 1]
    neighbour?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    change(steps.filter(({ key }) => key !== step.key))
    undoRemoval(step, index)
  }
  return (
    <div className="mt-5 grid gap-4">
      <Card padded={false}>
        {steps.length === 0 && <Empty title="No steps yet">Add the first thing a client has to do.</Empty>}
        <ol ref={list} aria-label="Steps" className="divide-y divide-line">
          {steps.map((step, index) => (
            <StepRow
              key={step.key}
              step={step}
              steps={steps}
              index={index}
              isDragged={dragged === index}
              drag={drag}
              drop={() => dragged !== null && move(dragged, index)}
              move={(by) => move(index, index + by)}
              edit={() => edit(step)}
              remove={() => remove(step, index)}
            />
          ))}
        </ol>
      </Card>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <Button icon={<Plus />} onClick={() => edit(newStep(steps))} className="justify-self-start">
        Add step
      </Button>
      {edited && <StepDialog step={edited} steps={steps} save={save} close={() => edit(null)} />}
    </div>
  )
}

/** Offers to put a removed step back where it was, for as long as the steps are on the page. */
function useUndoRemoval(change: StepListProps['change']) {
  const shown = useRef<number[]>([])
  useEffect(() => {
    const { current } = shown
    return () => {
      for (const id of current) dismissToast(id)
    }
  }, [])
  return (step: TemplateStep, index: number) => {
    const putBack = (steps: TemplateStep[]) =>
      steps.some(({ key }) => key === step.key) ? steps : steps.toSpliced(index, 0, step)
    const id = toast({
      title: 'Step removed',
      description: stepName(step),
      duration: undoTime,
      action: { label: 'Undo', onPress: () => change(putBack) },
    })
    shown.current.push(id)
  }
}

interface StepRowProps {
  step: TemplateStep
  steps: readonly TemplateStep[]
  index: number
  isDragged: boolean
  drag: (index: number | null) => void
  drop: () => void
  move: (by: 1 | -1) => void
  edit: () => void
  remove: () => void
}

const StepRow = ({ step, steps, index, isDragged, drag, drop, move, edit, remove }: StepRowProps) => {
  const [isOver, setOver] = useState(false)
  const name = stepName(step)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        drag(index)
      }}
      onDragEnd={() => drag(null)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        drop()
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 px-4.5 py-3.5 lg:flex-nowrap',
        isDragged && 'opacity-50',
        isOver && !isDragged && 'bg-brand-tint',
      )}
    >
      <GripVertical aria-hidden className="flex-none cursor-grab text-ink-soft max-lg:hidden" />
      <span className="figures w-6 flex-none text-right text-sm text-ink-soft">{index + 1}</span>
      <div className="min-w-0 flex-1 max-lg:basis-[80%]">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span className="wrap-anywhere">{step.title}</span>
          <Badge plain>{asksName(step)}</Badge>
          {step.amount !== null && <Badge plain>{formatPounds(step.amount)}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">{detailOf(step, steps)}</p>
      </div>
      <div className="flex flex-none items-center max-lg:ml-auto">
        {/* At either end the arrow stays focusable, so that the keyboard doesn't lose its place. */}
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp />}
          aria-disabled={index === 0}
          className="aria-disabled:opacity-50"
          onClick={() => move(-1)}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown />}
          aria-disabled={index === steps.length - 1}
          className="aria-disabled:opacity-50"
          onClick={() => move(1)}
        />
        <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={edit} />
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={remove} />
      </div>
    </li>
  )
}

/** Returns what has to happen before a step opens, or an empty text. */
export const opensWhen = ({ waitsFor, condition }: TemplateStep, steps: readonly TemplateStep[]) => {
  const names = waitsFor.map((key) => quotedName(key, steps))
  return [
    names.length > 0 && `after ${names.join(', ')}`,
    condition && `only if ${conditionWords(condition, steps)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const detailOf = (step: TemplateStep, steps: readonly TemplateStep[]) => {
  const whose = step.roles.map((role) => roleNames[role]).join(', ')
  return [
    step.roles.length > 1 ? `${whose} (${step.everyone === 'each' ? 'each of them' : 'any of them'})` : whose,
    dueWords(step.due, steps),
    opensWhen(step, steps),
  ]
    .filter(Boolean)
    .join(' · ')
}
