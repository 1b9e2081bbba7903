import { useQueryClient } from '@tanstack/react-query'
import { Download, Mail, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { canUndo, type ImportFile, imports, undoHours, wrongRowsDays } from '#contract/imports/imports.ts'
import { firmMatterPath, pages } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { counted, now } from '#web/platform/clock.ts'
import { useSendsEmail } from '#web/platform/firm.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { NotEmailed } from './preview.tsx'
import { ChangedRows, Figures, RowsTable } from './rows-table.tsx'

/** The progress of an import, then its result. */
export const Outcome = ({ file }: { file: ImportFile }) => {
  const { state, filename } = file
  if (state === 'running' || state === 'undoing') return <Running file={file} />
  return (
    <>
      <Card>
        <CardTitle lead={<span className="wrap-anywhere">{filename}</span>}>
          {state === 'undone' ? 'Import undone' : 'Import finished'}
        </CardTitle>
        <Figures
          figures={[
            { name: 'Clients imported', value: file.newClients },
            { name: 'Cases imported', value: file.newCases },
            { name: 'Rows already here', value: file.known },
            { name: 'Rows with a problem', value: file.wrong },
            ...(state === 'undone'
              ? [
                  { name: 'Clients removed', value: file.removedClients },
                  { name: 'Cases removed', value: file.removedCases },
                ]
              : []),
          ]}
        />
        <Actions file={file} />
      </Card>
      {state === 'undone' && <Kept file={file} />}
      {file.faults.length > 0 && (
        <RowsTable title="Rows with a problem" words="Reason" rows={file.faults} total={file.wrong} />
      )}
      <ChangedRows file={file} />
    </>
  )
}

const Running = ({ file: { state, filename, rows, processed } }: { file: ImportFile }) => {
  const words = `${processed.toLocaleString('en-GB')} of ${rows.toLocaleString('en-GB')} rows`
  return (
    <Card>
      <CardTitle lead={<span className="wrap-anywhere">{filename}</span>}>
        {state === 'undoing' ? 'Undoing the import…' : 'Importing…'}
      </CardTitle>
      <div className="grid gap-2">
        <Progress
          label={state === 'undoing' ? 'Undoing the import' : 'Importing'}
          value={rows === 0 ? 0 : (processed / rows) * 100}
          valueText={words}
        />
        <p className="figures text-sm text-ink-soft">{words}. You can leave this page: it carries on.</p>
      </div>
    </Card>
  )
}

const Actions = ({ file }: { file: ImportFile }) => {
  const { id, wrong, faults, changed, newClients, removedClients, isInviting } = file
  const canDownload = faults.length + changed.length > 0
  const sendsEmail = useSendsEmail()
  const areUninvited = !isInviting && newClients > removedClients
  const canInvite = areUninvited && sendsEmail
  const isUndoable = canUndo(file, now())
  if (!areUninvited && !isUndoable && !canDownload) return null
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap gap-2.5">
        {canDownload && (
          <ButtonAnchor
            variant="primary"
            href={urlOf(imports.wrongRows, { id })}
            download
            icon={<Download />}
          >
            Download {changed.length > 0 ? 'the rows' : counted(wrong, 'row')} with reasons
          </ButtonAnchor>
        )}
        {canInvite && <Invite file={file} />}
        {isUndoable && <Undo file={file} />}
      </div>
      {areUninvited && !sendsEmail && <NotEmailed />}
      {faults.length > 0 && (
        <p className="text-sm text-ink-soft">
          Put the rows with a problem right and import the file again: nothing goes in twice.
        </p>
      )}
      {canDownload && <p className="text-sm text-ink-soft">The file is kept for {wrongRowsDays} days.</p>}
    </div>
  )
}

const Invite = ({ file: { id } }: { file: ImportFile }) => {
  const [isAsking, setAsking] = useState(false)
  const invite = useCommand(imports.invite, { refreshes: [] })
  const send = () =>
    invite.mutate(
      { id },
      {
        onSuccess: ({ invited }) =>
          toast({
            title: invited === 0 ? 'Everyone has been invited' : 'Invitations on their way',
            description:
              invited === 0 ? 'Nobody is left to invite.' : `${counted(invited, 'client')} will be emailed.`,
            variant: 'success',
          }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={<Button icon={<Mail />}>Invite the clients</Button>}
      title="Invite these clients?"
      description="Everyone from this import who can't sign in yet and hasn't been invited gets one email, with a link to choose a password."
      confirmLabel="Send invitations"
      busy={invite.isPending}
      onConfirm={send}
    />
  )
}

const Undo = ({ file: { id } }: { file: ImportFile }) => {
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = useCommand(imports.undo, { refreshes: [imports.list] })
  const takeOut = () =>
    undo.mutate(
      { id },
      {
        onSuccess: (file) => cache.setQueryData(query(imports.one, { id }).queryKey, file),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={<Button icon={<Undo2 />}>Undo this import</Button>}
      title="Undo this import?"
      description={`Clients and cases it added are removed. Anything that someone has worked on since stays, and you'll see why. This is possible for ${undoHours} hours after an import.`}
      confirmLabel="Undo the import"
      destructive
      busy={undo.isPending}
      onConfirm={takeOut}
    />
  )
}

/** What an undo could not remove. */
const Kept = ({ file: { kept } }: { file: ImportFile }) =>
  kept.length === 0 ? (
    <Callout tone="ok" title="Everything this import added has been removed" />
  ) : (
    <section aria-label="What stays" className="grid gap-3">
      <h2 className="text-section">What stays</h2>
      {kept.some(({ client, matter }) => !client.canOpen || matter?.canOpen === false) && (
        <p className="text-sm text-ink-soft">
          Names without a link aren’t open to you. To work with such a client, choose{' '}
          <TextLink to={pages.firmClients}>Work with another client</TextLink> under Clients.
        </p>
      )}
      <Card padded={false}>
        <Table
          caption="What stays"
          columns={[
            {
              header: 'Client',
              cell: ({ client }) => <ClientName client={client} />,
            },
            {
              header: 'Case',
              cell: ({ matter }) =>
                matter?.canOpen ? (
                  <TextLink to={firmMatterPath(matter.id)}>{matter.name}</TextLink>
                ) : (
                  (matter?.name ?? '–')
                ),
            },
            { header: 'Why', cell: ({ words }) => words },
          ]}
          rows={kept}
          rowKey={({ row }) => String(row)}
        />
      </Card>
    </section>
  )
