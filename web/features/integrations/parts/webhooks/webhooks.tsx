import { useSuspenseQuery } from '@tanstack/react-query'
import { EllipsisVertical, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { exampleReceiver } from '#contract/webhook-receiver.ts'
import { type Webhook, WebhookEvent, webhookEventWords, webhooks } from '#contract/webhooks.ts'
import { counted, dateTimeText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  DeliveriesDialog,
  NewSecretDialog,
  RemoveDialog,
  SecretDialog,
  TurnDialog,
  WebhookDialog,
} from './webhook-dialogs.tsx'

const refreshes = [webhooks.list, webhooks.deliveries]

/** The webhooks through which other systems learn about events. */
export const Webhooks = () => {
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[70ch] text-ink-soft">
          A webhook tells another system straight away when something happens here. It sends reference
          numbers, amounts and the stages of cases, never names or messages.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          New webhook
        </Button>
      </div>
      <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
        <List />
      </AsyncBoundary>
      <SignatureHelp />
      {isAdding && <WebhookDialog close={() => setAdding(false)} />}
    </div>
  )
}

const List = () => {
  const { data } = useSuspenseQuery(query(webhooks.list, {}))
  const disabled = data.filter(({ state }) => state === 'disabled')
  return (
    <>
      {disabled.length > 0 && (
        <Callout tone="warn" title={`${counted(disabled.length, 'webhook')} switched off by the portal`}>
          Nothing got through for three days. Once the other system works again, switch the webhook on and
          replay what failed.
        </Callout>
      )}
      <Card padded={false}>
        {data.length === 0 ? (
          <Empty title="No webhooks yet">
            Add the address of a system that should hear about what happens here.
          </Empty>
        ) : (
          <ul aria-label="Webhooks" className="divide-y divide-line">
            {data.map((webhook) => (
              <li key={webhook.id}>
                <WebhookRow webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const { url, events, lastDeliveredAt, failingSince } = webhook
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <Row
          mark={<WebhookIcon className="text-ink-soft" />}
          title={<span className="wrap-anywhere">{url}</span>}
          badge={<Standing webhook={webhook} />}
          detail={
            <>
              <p>{eventsText(events)}</p>
              <p>
                {lastDeliveredAt ? (
                  <>
                    Last delivery: <Ago at={lastDeliveredAt} />
                  </>
                ) : (
                  'Nothing delivered yet'
                )}
                {failingSince && `, failing since ${dateTimeText(failingSince)}`}
              </p>
            </>
          }
        />
      </div>
      <span className="flex flex-wrap gap-2 px-4.5 pb-3.5 max-sm:w-full max-sm:pl-12.5 sm:py-3.5">
        <Button size="small" aria-label={`Deliveries: ${url}`} onClick={() => setOpen(true)}>
          Deliveries
        </Button>
        <WebhookMenu webhook={webhook} />
      </span>
      {isOpen && <DeliveriesDialog webhook={webhook} close={() => setOpen(false)} />}
    </div>
  )
}

const eventsText = (events: Webhook['events']) =>
  events.length === WebhookEvent.options.length
    ? 'Everything'
    : events.map((event) => webhookEventWords[event]).join(' · ')

const Standing = ({ webhook: { state, failingSince } }: { webhook: Webhook }) => {
  if (state === 'off') return <Badge>Off</Badge>
  if (state === 'disabled') return <Badge tone="stop">Switched off</Badge>
  return failingSince ? <Badge tone="warn">Failing</Badge> : <Badge tone="ok">On</Badge>
}

const WebhookMenu = ({ webhook }: { webhook: Webhook }) => {
  const { id, url, state } = webhook
  const [open, setOpen] = useState<'change' | 'turn' | 'secret' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setOpen(null)
  const test = useCommand(webhooks.test, { refreshes })
  const failed = ({ message }: { message: string }) =>
    toast({ title: 'Not done', description: message, variant: 'error' })
  const sent = () => toast({ title: 'A test is being sent', description: url, variant: 'success' })
  return (
    <>
      <Menu align="end" trigger={<IconButton label={`Change ${url}`} icon={<EllipsisVertical />} />}>
        {state === 'on' && (
          <MenuItem onSelect={() => test.mutate({ id }, { onSuccess: sent, onError: failed })}>
            Send a test
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpen('change')}>Change</MenuItem>
        <MenuItem onSelect={() => setOpen('turn')}>{state === 'on' ? 'Switch off' : 'Switch on'}</MenuItem>
        <MenuItem onSelect={() => setOpen('secret')}>New signing secret</MenuItem>
        <MenuItem destructive onSelect={() => setOpen('remove')}>
          Remove
        </MenuItem>
      </Menu>
      {open === 'change' && <WebhookDialog webhook={webhook} close={close} />}
      {open === 'secret' && <NewSecretDialog id={id} close={close} show={setSecret} />}
      {open === 'turn' && <TurnDialog webhook={webhook} close={close} />}
      {open === 'remove' && <RemoveDialog webhook={webhook} close={close} />}
      {secret !== null && <SecretDialog secret={secret} close={() => setSecret(null)} />}
    </>
  )
}

/** Shows a whole receiver that checks the signature, ready to copy. */
const SignatureHelp = () => (
  <Section
    title="Receive your first event"
    subtitle="A program that checks the signature, for Node.js"
    defaultOpen={false}
  >
    <div className="grid gap-3 px-4.5 py-4">
      <p>
        Save this as <code>receive.mjs</code>, then run it with your signing secret:{' '}
        <code className="wrap-anywhere">PORTICO_SECRET=whsec_… node receive.mjs</code>
      </p>
      <CodeBlock label="An example program" code={exampleReceiver} />
      <p>
        Answer with any 2xx status within ten seconds. Anything else is tried again for three days. An event
        can arrive twice or out of order: its <code>id</code> stays the same. The{' '}
        <a href="/api/docs/" className="font-semibold underline underline-offset-3">
          API reference
        </a>{' '}
        describes each event.
      </p>
    </div>
  </Section>
)
