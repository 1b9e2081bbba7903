import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BulkResult } from '#contract/firm/bulk.ts'
import { lists } from '#contract/firm/lists.ts'
import { Problem } from '#contract/kit/problem.ts'
import { counted } from '#web/platform/clock.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'

export interface BulkDialogProps {
  title: string
  /** The name of a row: "client", "case". */
  thing: string
  /** What was done, such as "reminded". */
  doneWord: string
  /** Fields that must be filled in before a preview is possible. */
  fields?: ReactNode
  run: (isPreview: boolean) => Promise<BulkResult>
  close: () => void
}

/** An action on several rows. Shows a preview first, and the refused rows afterwards. */
export const BulkDialog = ({ title, thing, doneWord, fields, run, close }: BulkDialogProps) => {
  const cache = useQueryClient()
  const [result, setResult] = useState<BulkResult | null>(null)
  const [isDone, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const step = async (isPreview: boolean) => {
    setBusy(true)
    setFault('')
    try {
      setResult(await run(isPreview))
      if (isPreview) return
      setDone(true)
      await refresh(cache, [lists.clients, lists.matters])
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setFault(Object.values(error.fields ?? {})[0] ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={close} title={title} dismissible={!busy}>
      <div className="grid gap-4">
        {result === null ? (
          fields
        ) : (
          <Outcome result={result} thing={thing} doneWord={doneWord} isDone={isDone} />
        )}
        <FormFault>{fault}</FormFault>
      </div>
      <DialogFooter>
        {isDone ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={result ? () => setResult(null) : close} disabled={busy}>
              {result ? 'Back' : 'Cancel'}
            </Button>
            <Button
              variant="primary"
              busy={busy}
              disabled={result?.done.length === 0}
              onClick={() => void step(result === null)}
            >
              {result === null ? 'Preview' : `Confirm for ${counted(result.done.length, thing)}`}
            </Button>
          </>
        )}
      </DialogFooter>
    </Dialog>
  )
}

const Outcome = ({
  result: { done, refused },
  thing,
  doneWord,
  isDone,
}: { result: BulkResult; isDone: boolean } & Pick<BulkDialogProps, 'thing' | 'doneWord'>) => (
  <div role="status" className="grid gap-4">
    <section className="grid gap-1.5">
      <h3 className="font-semibold">
        {counted(done.length, thing)} {isDone ? doneWord : `will be ${doneWord}`}
      </h3>
      <p className="max-h-40 overflow-y-auto wrap-anywhere text-ink-soft">
        {done.map(({ name }) => name).join(', ') || 'None'}
      </p>
    </section>
    <StillOpen cases={done.filter(({ openTasks }) => openTasks > 0)} />
    {refused.length > 0 && (
      <section className="grid gap-1.5">
        <h3 className="font-semibold">
          {counted(refused.length, thing)} {isDone ? 'not' : 'will not be'} {doneWord}
        </h3>
        <ul className="grid max-h-60 gap-1.5 overflow-y-auto">
          {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, rows]) => (
            <li key={reason} className="wrap-anywhere">
              <span className="font-medium">
                {rows.length > 1 && `${counted(rows.length, thing)} (`}
                {rows.map(({ name }) => name || `A ${thing} you can’t see`).join(', ')}
                {rows.length > 1 && ')'}
              </span>
              <span className="text-ink-soft">: {reason}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
  </div>
)

/** The cases to close that have open tasks, and what becomes of those. */
const StillOpen = ({ cases }: { cases: BulkResult['done'] }) =>
  cases.length > 0 && (
    <Callout
      tone="warn"
      title={`${counted(cases.length, 'case')} ${cases.length === 1 ? 'has' : 'have'} tasks that are still open`}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {cases.map(({ id, name, openTasks }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {counted(openTasks, 'open task')}
          </li>
        ))}
      </ul>
      <p>
        Closing puts them on hold: nothing can be sent for them, nobody is reminded of them, and they are due
        again if the case is reopened. The page of each closed case offers to close what nobody has started.
      </p>
    </Callout>
  )
