import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportFile, imports, undoHours } from '#contract/imports/imports.ts'
import { counted } from '#web/platform/clock.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { ChangedRows, Figures, RowsTable } from './rows-table.tsx'

/** Shown instead of the offer to email invitations while no mail server is connected. */
export const NotEmailed = () => (
  <p>
    This portal sends no email yet, so nobody can be invited by email. Open a client and choose “Create link”
    to get a link that you can pass on.
  </p>
)

/** What would be imported, what exists already, what is wrong, and the button that starts the import. */
export const Preview = ({ file, back }: { file: ImportFile; back: () => void }) => {
  const cache = useQueryClient()
  const [isInviting, setInviting] = useState(false)
  const sendsEmail = useSendsEmail()
  const start = useCommand(imports.start, { refreshes: [imports.list] })
  const { id, newClients, newCases, known, wrong, fresh, faults } = file
  const isNothing = newClients + newCases === 0
  const run = () =>
    start.mutate(
      { id, isInviting },
      { onSuccess: (started) => cache.setQueryData(query(imports.one, { id }).queryKey, started) },
    )
  return (
    <>
      <Card>
        <CardTitle lead="Nothing has been imported yet.">What will happen</CardTitle>
        <Figures
          figures={[
            { name: 'New clients', value: newClients },
            { name: 'New cases', value: newCases },
            { name: 'Rows already here', value: known },
            { name: 'Rows with a problem', value: wrong },
          ]}
        />
        <div className="mt-5 grid gap-5 border-t border-line pt-5">
          {newClients > 0 && !sendsEmail && <NotEmailed />}
          {newClients > 0 && sendsEmail && (
            <Checkbox
              label={`Email an invitation to ${counted(newClients, 'new client')}`}
              hint="They choose a password and can sign in straight away. Leave this unticked and nobody is emailed: you can invite them later."
              checked={isInviting}
              onChange={({ target }) => setInviting(target.checked)}
            />
          )}
          <FormFault>{start.error?.message}</FormFault>
          <div className="flex flex-wrap items-center gap-2.5">
            <Button variant="primary" busy={start.isPending} disabled={isNothing} onClick={run}>
              Import {isNothing ? 'nothing' : summaryOf(newClients, newCases)}
            </Button>
            <Button onClick={back}>Change the columns</Button>
          </div>
          <p className="text-sm text-ink-soft">
            {isNothing
              ? `Everything in this file is here already${wrong > 0 ? ', or has a problem' : ''}.`
              : `You can undo this for ${undoHours} hours. Rows with a problem are left out, and you can download them with the reasons.`}
          </p>
        </div>
      </Card>
      {wrong > 0 && <RowsTable title="Rows with a problem" words="Reason" rows={faults} total={wrong} />}
      <ChangedRows file={file} />
      {fresh.length > 0 && (
        <RowsTable title="What goes in" words="New" rows={fresh} total={file.rows - known - wrong} />
      )}
    </>
  )
}

const summaryOf = (clients: number, cases: number) =>
  [clients > 0 && counted(clients, 'client'), cases > 0 && counted(cases, 'case')]
    .filter(Boolean)
    .join(' and ')
