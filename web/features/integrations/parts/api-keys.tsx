import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, apiKeys, keyState, scopeWords } from '#contract/api-keys.ts'
import { dateText, now } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** The keys by which other systems ask the portal. */
export const ApiKeys = () => {
  const [isMaking, setMaking] = useState(false)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[70ch] text-ink-soft">
          An API key lets another system use the portal for the firm. It sees every client, but no restricted
          case, and can do only what you choose.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
          New API key
        </Button>
      </div>
      <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
        <Keys />
      </AsyncBoundary>
      <QuickStart />
      {isMaking && <NewKeyDialog close={() => setMaking(false)} />}
    </div>
  )
}

const Keys = () => {
  const { data: keys } = useSuspenseQuery(query(apiKeys.list, {}))
  const isOpen = (key: ApiKey) => keyState(key, now()) === 'active'
  const sorted = [...keys.filter(isOpen), ...keys.filter((key) => !isOpen(key))]
  return (
    <Card padded={false}>
      {keys.length === 0 ? (
        <Empty title="No API keys yet">
          Make one for each system, so that you can withdraw it by itself.
        </Empty>
      ) : (
        <ul aria-label="API keys" className="divide-y divide-line">
          {sorted.map((key) => (
            <li key={key.id}>
              <KeyRow apiKey={key} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const soonDays = 14

const KeyRow = ({ apiKey }: { apiKey: ApiKey }) => {
  const { name, hint, scopes, createdBy, createdAt, expiresAt, lastUsedAt, lastUsedFrom, withdrawnAt } =
    apiKey
  const state = keyState(apiKey, now())
  const isEndingSoon = state === 'active' && expiresAt.getTime() - now().getTime() < soonDays * 86_400_000
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <Row
          mark={<KeyRound className="text-ink-soft" />}
          title={<span className="wrap-anywhere">{name}</span>}
          badge={
            <>
              {state === 'withdrawn' && <Badge>Withdrawn</Badge>}
              {state === 'expired' && <Badge tone="warn">Expired</Badge>}
              {isEndingSoon && <Badge tone="warn">Expires soon</Badge>}
            </>
          }
          detail={
            <>
              <p>{scopes.map((scope) => scopeWords[scope].label).join(', ')}</p>
              <p className="wrap-anywhere">
                <code>{hint}…</code> · made on {dateText(createdAt)}
                {createdBy !== null && ` by ${createdBy}`} ·{' '}
                {withdrawnAt ? `withdrawn on ${dateText(withdrawnAt)}` : `expires on ${dateText(expiresAt)}`}
              </p>
              <p className="wrap-anywhere">
                {lastUsedAt ? (
                  <>
                    Last used: <Ago at={lastUsedAt} />
                    {lastUsedFrom && `, from ${lastUsedFrom}`}
                  </>
                ) : (
                  'Never used'
                )}
              </p>
            </>
          }
        />
      </div>
      {state === 'active' && (
        <span className="px-4.5 pb-3.5 max-sm:w-full max-sm:pl-9 sm:py-3.5">
          <Withdraw apiKey={apiKey} />
        </span>
      )}
    </div>
  )
}

const Withdraw = ({ apiKey: { id, name } }: { apiKey: ApiKey }) => {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useCommand(apiKeys.withdraw, { refreshes: [apiKeys.list] })
  const takeBack = () =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'API key withdrawn', description: name, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={
        <Button size="small" variant="ghost" aria-label={`Withdraw: ${name}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this API key?"
      description={`${name} will stop working straight away. This can't be undone: you would have to make a new key.`}
      confirmLabel="Withdraw"
      destructive
      busy={withdraw.isPending}
      onConfirm={takeBack}
    />
  )
}

/** The first call, as somebody copies it into a terminal. */
const QuickStart = () => (
  <Section title="Quick start" subtitle="The first call, in a terminal">
    <div className="grid gap-3 px-4.5 py-4">
      <p>Paste your key in place of the dots, then run both lines.</p>
      <CodeBlock
        label="The first call"
        code={`export PORTICO_KEY=portico_…
curl -H "Authorization: Bearer $PORTICO_KEY" ${location.origin}/api/firm/clients`}
      />
      <p>
        You get the newest clients as JSON. The{' '}
        <a href="/api/docs/" className="font-semibold underline underline-offset-3">
          API reference
        </a>{' '}
        lists every call, and says which ones an API key can make.
      </p>
    </div>
  </Section>
)
