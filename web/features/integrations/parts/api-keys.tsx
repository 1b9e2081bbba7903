import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, apiKeys, keyState, type Lifetime, scopeWords } from '#contract/api-keys.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { KeyScope } from '#contract/kit/rights.ts'
import { ConfirmField } from '#web/features/accounts/dialog.tsx'
import { dateText, now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PasswordDialog } from './confirm-change.tsx'
import { ShownOnce } from './provider-parts.tsx'

/** The API keys of other systems. */
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
  return (
    <>
      <Button size="small" variant="ghost" aria-label={`Withdraw: ${name}`} onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {isAsking && <WithdrawDialog id={id} name={name} close={() => setAsking(false)} />}
    </>
  )
}

const WithdrawDialog = ({ id, name, close }: Pick<ApiKey, 'id' | 'name'> & { close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(apiKeys.withdraw, {
    start: { id, password: '' },
    done: async () => {
      await refresh(cache, [apiKeys.list])
      toast({ title: 'API key withdrawn', description: name, variant: 'success' })
      close()
    },
  })
  return (
    <PasswordDialog
      title="Withdraw this API key?"
      description={`${name} will stop working straight away. This can't be undone: you would have to make a new key.`}
      confirmLabel="Withdraw"
      destructive
      form={form}
      field={form.field('password')}
      close={close}
    />
  )
}

/** Shows a first request, ready to copy into a terminal. */
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

type Made = Output<typeof apiKeys.create>

/** Asks for a new key's permissions and lifetime, then shows the key once. */
const NewKeyDialog = ({ close }: { close: () => void }) => {
  const [made, setMade] = useState<Made | null>(null)
  return made ? (
    <Dialog open dismissible={false} title="Copy this API key now">
      <ShownOnce
        label="API key"
        secret={made.token}
        words="Store it where the other system keeps its secrets. You won't be able to see it again."
        close={close}
      />
    </Dialog>
  ) : (
    <Dialog open onOpenChange={close} title="New API key">
      <KeyForm close={close} show={setMade} />
    </Dialog>
  )
}

const lifetimeWords: Record<Lifetime, string> = { '30d': '30 days', '90d': '90 days', '365d': 'A year' }

const KeyForm = ({ close, show }: { close: () => void; show: (made: Made) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(apiKeys.create, {
    start: { name: '', scopes: [], lifetime: '90d', password: '' },
    done: async (made) => {
      show(made)
      await refresh(cache, [apiKeys.list])
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        label="Name"
        hint="The system that will use it. Clients see this name beside what it does in a case."
        autoComplete="off"
        {...form.field('name')}
      />
      <CheckboxGroup
        label="What it can do"
        choices={KeyScope.options.map((scope) => ({
          value: scope,
          label: scopeWords[scope].label,
          hint: scopeWords[scope].line,
        }))}
        {...form.field('scopes')}
      />
      <SelectField
        label="Valid for"
        choices={Object.entries(lifetimeWords).map(([value, label]) => ({ value, label }))}
        {...form.field('lifetime')}
      />
      <ConfirmField hint="Other administrators are told." {...form.field('password')} />
      <AskingFormFooter form={form} cancel={close}>
        Make API key
      </AskingFormFooter>
    </form>
  )
}
