import { useQueryClient } from '@tanstack/react-query'
import { type ComplianceItem, compliance, itemNames } from '#contract/compliance.ts'
import { queue, undoTime } from '#contract/queue.ts'
import { notUndone } from '#web/features/queue/hooks.tsx'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast, undoShortcut } from '#web/ui/overlays/toast.ts'
import { ChangedAnswer } from './item.tsx'

interface DecisionDialogProps {
  item: ComplianceItem
  close: () => void
  done?: () => void
}

const changed = [queue.list, compliance.items, compliance.item]

/** Asks what was decided, and why. The decision can be undone for a few seconds. */
export const DecisionDialog = ({ item, close, done = close }: DecisionDialogProps) => {
  const cache = useQueryClient()
  const reopen = useCommand(compliance.reopen, { refreshes: changed })
  const { id, kind, client, words } = item
  const form = useCommandForm(compliance.decide, {
    start: { id, words: '' },
    done: async ({ decision }) => {
      const decidedAt = decision?.at
      const undo = {
        label: 'Undo',
        onPress: () => reopen.mutate({ id, decidedAt }, { onError: notUndone }),
        shortcut: undoShortcut,
      }
      toast({
        title: 'Decision saved',
        description: client.name,
        variant: 'success',
        duration: undoTime,
        action: undo,
        about: id,
      })
      await refresh(cache, changed)
      done()
    },
    refused: () => void refresh(cache, changed),
  })
  return (
    <Dialog open onOpenChange={close} startsInField title={itemNames[kind]} description={client.name}>
      <form {...form.props} className="grid gap-5">
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
        <ChangedAnswer item={item} />
        <TextArea
          label="What did you decide, and why?"
          required
          hint="This is kept with your name and today's date."
          {...form.field('words')}
        />
        <AskingFormFooter form={form} cancel={close}>
          Save decision
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}

/** Asks why a decision is taken back. */
export const ReopenDialog = ({ item: { id, kind, client, decision }, close }: DecisionDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(compliance.reopen, {
    start: { id, decidedAt: decision?.at.toISOString(), reason: '' },
    done: async () => {
      toast({
        title: 'Reopened',
        description: `${client.name}: ${itemNames[kind]}`,
        variant: 'success',
        about: id,
      })
      await refresh(cache, changed)
      close()
    },
    refused: () => void refresh(cache, changed),
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      startsInField
      title="Reopen this decision?"
      description={`${client.name}: ${itemNames[kind]}`}
    >
      <form {...form.props} className="grid gap-5">
        <TextArea
          label="Why are you reopening it?"
          required
          hint="This is kept with your name, today's date and the earlier decision."
          {...form.field('reason')}
        />
        <AskingFormFooter form={form} cancel={close}>
          Reopen
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}
