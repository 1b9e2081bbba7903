import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  canReplay,
  type Webhook,
  type WebhookDelivery,
  WebhookEvent,
  webhookEventWords,
  webhooks,
} from '#contract/webhooks.ts'
import { ConfirmField } from '#web/features/accounts/dialog.tsx'
import { dateTimeText, shortDateText, timeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { pagesOf } from '#web/platform/lists.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PasswordDialog } from '../confirm-change.tsx'
import { ShownOnce } from '../provider-parts.tsx'

const refreshes = [webhooks.list]

/** Asks for a webhook's address and events. Then shows a new webhook's signing secret, once. */
export const WebhookDialog = ({ webhook, close }: { webhook?: Webhook; close: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretDialog secret={secret} close={close} />
  return (
    <Dialog open onOpenChange={close} title={webhook ? 'Change webhook' : 'New webhook'}>
      {webhook ? <ChangeForm webhook={webhook} close={close} /> : <NewForm close={close} show={setSecret} />}
    </Dialog>
  )
}

/** Shows the signing secret once. */
export const SecretDialog = ({ secret, close }: { secret: string; close: () => void }) => (
  <Dialog open dismissible={false} title="Copy this signing secret now">
    <ShownOnce
      label="Signing secret"
      secret={secret}
      words="The other system needs it to check that a message really comes from this portal. You won't be able to see it again."
      close={close}
    />
  </Dialog>
)

const NewForm = ({ close, show }: { close: () => void; show: (secret: string) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.create, {
    start: { url: '', events: [], password: '' },
    done: async ({ secret }) => {
      show(secret)
      await refresh(cache, refreshes)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Address" hint={addressHint} type="url" autoComplete="off" {...form.field('url')} />
      <CheckboxGroup label="Events it is sent" choices={choices} {...form.field('events')} />
      <ConfirmField hint="Other administrators are told." {...form.field('password')} />
      <AskingFormFooter form={form} cancel={close}>
        Add webhook
      </AskingFormFooter>
    </form>
  )
}

const ChangeForm = ({ webhook: { id, url, events }, close }: { webhook: Webhook; close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.save, {
    start: { id, url, events, password: '' },
    done: async (saved) => {
      await refresh(cache, refreshes)
      toast({ title: 'Webhook saved', description: saved.url, variant: 'success' })
      close()
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Address" hint={addressHint} type="url" autoComplete="off" {...form.field('url')} />
      <CheckboxGroup label="Events it is sent" choices={choices} {...form.field('events')} />
      <ConfirmField hint="Other administrators are told." {...form.field('password')} />
      <AskingFormFooter form={form} cancel={close}>
        Save
      </AskingFormFooter>
    </form>
  )
}

interface NewSecretDialogProps {
  id: Webhook['id']
  close: () => void
  show: (secret: string) => void
}

/** Makes a new signing secret with the administrator's password. */
export const NewSecretDialog = ({ id, close, show }: NewSecretDialogProps) => {
  const form = useCommandForm(webhooks.renewSecret, {
    start: { id, password: '' },
    done: ({ secret }) => {
      show(secret)
      close()
    },
  })
  return (
    <PasswordDialog
      title="Make a new signing secret?"
      description="For a day, everything is signed with the old secret as well, so you have time to change the other system."
      confirmLabel="Make new secret"
      form={form}
      field={form.field('password')}
      close={close}
    />
  )
}

interface WebhookDialogProps {
  webhook: Webhook
  close: () => void
}

/** Switches a webhook on or off with the administrator's password. */
export const TurnDialog = ({ webhook: { id, url, state }, close }: WebhookDialogProps) => {
  const isOn = state !== 'on'
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.turn, {
    start: { id, isOn, password: '' },
    done: async () => {
      await refresh(cache, [webhooks.list, webhooks.deliveries])
      toast({ title: isOn ? 'Webhook is on' : 'Webhook is off', description: url, variant: 'success' })
      close()
    },
  })
  return (
    <PasswordDialog
      title={isOn ? 'Switch on this webhook?' : 'Switch off this webhook?'}
      description={
        isOn
          ? `${url} will be told what happens from now on. What happened while it was off isn't sent.`
          : `Nothing more will be sent to ${url}, and anything still waiting to be sent there won't be.`
      }
      confirmLabel={isOn ? 'Switch on' : 'Switch off'}
      destructive={!isOn}
      form={form}
      field={form.field('password')}
      close={close}
    />
  )
}

/** Removes a webhook with the administrator's password. */
export const RemoveDialog = ({ webhook: { id, url }, close }: WebhookDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.remove, {
    start: { id, password: '' },
    done: async () => {
      await refresh(cache, refreshes)
      toast({ title: 'Webhook removed', description: url, variant: 'success' })
      close()
    },
  })
  return (
    <PasswordDialog
      title="Remove this webhook?"
      description={`Nothing more will be sent to ${url}, and the list of its deliveries will be deleted.`}
      confirmLabel="Remove"
      destructive
      form={form}
      field={form.field('password')}
      close={close}
    />
  )
}

const addressHint = 'It starts with https:// and can be reached from the internet.'
const choices = WebhookEvent.options.map((value) => ({
  value,
  label: webhookEventWords[value],
  hint: <code>{value}</code>,
}))

/** Lists the deliveries of a webhook in the last 30 days, with their responses. */
export const DeliveriesDialog = ({ webhook, close }: { webhook: Webhook; close: () => void }) => (
  <Dialog
    open
    onOpenChange={close}
    size="large"
    title="Deliveries"
    description={<span className="wrap-anywhere">{webhook.url}</span>}
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Deliveries webhook={webhook} />
    </AsyncBoundary>
  </Dialog>
)

const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const { data, ...list } = useSuspenseInfiniteQuery(pagesOf(webhooks.deliveries, { id: webhook.id }))
  if (data.length === 0)
    return <Empty title="Nothing sent yet">Send a test, or wait until something happens.</Empty>
  return (
    <div className="grid gap-3">
      <ul aria-label="Deliveries" className="divide-y divide-line rounded-lg border border-line">
        {data.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryRow delivery={delivery} webhook={webhook} />
          </li>
        ))}
      </ul>
      <ShowOlder list={list} things="deliveries" />
    </div>
  )
}

interface DeliveryProps {
  delivery: WebhookDelivery
  webhook: Webhook
}

const DeliveryRow = ({ delivery, webhook }: DeliveryProps) => {
  const { id, type, body, createdAt, attempts, failure, state, dueAt } = delivery
  const replay = useCommand(webhooks.replay, { refreshes: [webhooks.deliveries, webhooks.list] })
  const again = () =>
    replay.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'Sending it again', description: type, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
      },
    )
  return (
    <div className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <code className="font-semibold">{type}</code>
        <Outcome delivery={delivery} />
        <span className="flex-1" />
        <time
          dateTime={createdAt.toISOString()}
          title={dateTimeText(createdAt)}
          className="text-sm text-ink-soft"
        >
          {shortDateText(createdAt)}, {timeText(createdAt)}
        </time>
        {canReplay(delivery, webhook) && (
          <Button size="small" busy={replay.isPending} onClick={again}>
            Replay<span className="sr-only">: {type}</span>
          </Button>
        )}
      </div>
      {failure && (
        <p className="text-sm wrap-anywhere">
          {failure} {attempts > 1 && `Tried ${attempts} times. `}
          {state === 'waiting' && `Next attempt: ${dateTimeText(dueAt)}`}
        </p>
      )}
      <details>
        <summary className="cursor-pointer text-sm text-ink-soft touch:min-h-11">What was sent</summary>
        <div className="mt-1.5">
          <CodeBlock label="What was sent" code={JSON.stringify(JSON.parse(body), null, 2)} />
        </div>
      </details>
    </div>
  )
}

const Outcome = ({ delivery: { state, answerStatus, failure } }: Pick<DeliveryProps, 'delivery'>) => {
  const status = answerStatus === null ? '' : ` (${answerStatus})`
  if (state === 'delivered') return <Badge tone="ok">Delivered{status}</Badge>
  if (state === 'failed') return <Badge tone="stop">Failed{status}</Badge>
  return failure === null ? (
    <Badge tone="info">Sending</Badge>
  ) : (
    <Badge tone="warn">Will be tried again{status}</Badge>
  )
}
