import { useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { accounts, type Session } from '#contract/accounts/accounts.ts'
import { counted } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Every session of the user, with a button to end each. */
export const SessionsCard = () => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Card padded={false}>
      <div className="px-5 pt-5">
        <CardTitle lead="Sign out anything you don't recognise, then change your password.">
          Where you are signed in
        </CardTitle>
      </div>
      <SessionList />
    </Card>
  </AsyncBoundary>
)

const SessionList = () => {
  const { data } = useSuspenseQuery(query(accounts.sessions, {}))
  const current = data.filter(({ isCurrent }) => isCurrent)
  const others = data.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {[...current, ...others].map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className="border-t border-line px-4.5 py-3.5">
          <SignOutElsewhere count={others.length} />
        </div>
      )}
    </>
  )
}

const SignOutElsewhere = ({ count }: { count: number }) => {
  const [isAsked, setAsked] = useState(false)
  const end = useCommand(accounts.endOtherSessions, { refreshes: [accounts.sessions] })
  const signOut = () =>
    end.mutate(
      {},
      {
        onSuccess: () => toast({ title: 'Signed out everywhere else', variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'Sign out failed', description: message, variant: 'destructive' }),
        onSettled: () => setAsked(false),
      },
    )
  return (
    <Confirm
      open={isAsked}
      onOpenChange={setAsked}
      trigger={<Button size="small">Sign out everywhere else</Button>}
      title="Sign out everywhere else?"
      description={`This ends ${counted(count, 'other session')} straight away. You'll stay signed in here.`}
      confirmLabel="Sign out everywhere else"
      busy={end.isPending}
      onConfirm={signOut}
    />
  )
}

const SessionRow = ({ session }: { session: Session }) => {
  const end = useCommand(accounts.endSession, { refreshes: [accounts.sessions] })
  const { name, isPhone } = deviceOf(session.agent)
  const signOut = () =>
    end.mutate(
      { id: session.id },
      {
        onSuccess: () => toast({ title: 'Signed out there', description: name, variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'Sign out failed', description: message, variant: 'destructive' }),
      },
    )
  return (
    <Row
      mark={<span className="text-ink-soft">{isPhone ? <Smartphone /> : <Monitor />}</span>}
      title={name}
      badge={session.isCurrent && <Badge tone="ok">This device</Badge>}
      detail={
        <>
          Last used: <Ago at={session.lastSeenAt} /> · Signed in: <Ago at={session.startedAt} /> ·{' '}
          <span className="wrap-anywhere">{session.address}</span>
        </>
      }
      action={
        !session.isCurrent && (
          <Button size="small" busy={end.isPending} onClick={signOut} aria-label={`Sign out there: ${name}`}>
            Sign out there
          </Button>
        )
      }
    />
  )
}

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a readable name for a browser, such as "Chrome on Windows". The browser sends it, so it may be untrue. */
export const deviceOf = (agent: string) => {
  const browser = nameIn(browsers, agent)
  const system = nameIn(systems, agent)
  const isPhone = /\b(iPhone|Android|Mobile)\b/.test(agent)
  if (browser && system) return { name: `${browser} on ${system}`, isPhone }
  return { name: browser ?? system ?? 'An unknown device', isPhone }
}

const nameIn = (table: [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1]
