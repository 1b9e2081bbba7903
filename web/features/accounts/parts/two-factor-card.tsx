import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { type Enrolment, secondFactor, type TwoFactor } from '#contract/accounts/second-factor.ts'
import { counted } from '#web/platform/clock.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useCurrentUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { RecoveryCodeList, TwoFactorSetup } from '../dialog.tsx'
import { NewCodesForm, TurnOffForm, TurnOnForm } from './two-factor-forms.tsx'

const refreshed = [secondFactor.show, accounts.current, accounts.sessions]

/** Two-factor authentication: on, off, and recovery codes in case the phone is lost. */
export const TwoFactorCard = () => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Content />
  </AsyncBoundary>
)

const Content = () => {
  const { data } = useSuspenseQuery(query(secondFactor.show, {}))
  const { user } = useCurrentUser()
  const hasPassword = user?.hasPassword !== false
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [isTurningOff, setTurningOff] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const begin = useCommand(secondFactor.enable, { refreshes: [] })
  const change = (isWanted: boolean) => {
    if (!isWanted) return setTurningOff(true)
    begin.mutate(
      {},
      {
        onSuccess: (answer) => answer.enable && setEnrolment(answer),
        onError: ({ message, reason }) => {
          if (reason === 'reauth_required' && !data.isEnabled) return setConfirming(true)
          toast({ title: '2FA update failed', description: message, variant: 'destructive' })
        },
      },
    )
  }
  return (
    <Card>
      <CardTitle
        lead={`A second lock: as well as ${hasPassword ? 'your password' : "the firm's sign-in"}, you'll need a code that only your phone shows.`}
        aside={<Badge tone={data.isEnabled ? 'ok' : 'over'}>{data.isEnabled ? 'On' : 'Off'}</Badge>}
      >
        Two-factor authentication
      </CardTitle>
      <Switch
        label="Ask for a code when I sign in"
        hint="Turning it on or off signs you out everywhere else."
        checked={data.isEnabled}
        onChange={change}
        disabled={begin.isPending}
      />
      {data.isEnabled && <CodesLeft {...data} />}
      <Dialog
        size="small"
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Confirm it's you"
        description="You signed in more than ten minutes ago. Please enter your password to continue."
      >
        <TurnOnForm
          onBegun={(begun) => {
            setConfirming(false)
            setEnrolment(begun)
          }}
        />
      </Dialog>
      <SetupDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      <TurnOffDialog isOpen={isTurningOff} setOpen={setTurningOff} hasPassword={hasPassword} />
    </Card>
  )
}

interface TurnOffDialogProps {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  hasPassword: boolean
}

const TurnOffDialog = ({ isOpen, setOpen, hasPassword }: TurnOffDialogProps) => (
  <Dialog
    size="small"
    open={isOpen}
    onOpenChange={setOpen}
    title="Turn two-factor off?"
    description={
      hasPassword
        ? "You'll then need only your password to sign in. Please enter it to continue."
        : "You'll then sign in without a code, and can't confirm important changes until you turn it on again."
    }
  >
    <TurnOffForm refreshes={refreshed} onDone={() => setOpen(false)} />
  </Dialog>
)

interface SetupDialogProps {
  enrolment: Enrolment | undefined
  onClose: () => void
}

const SetupDialog = ({ enrolment, onClose }: SetupDialogProps) => {
  const [isOn, setOn] = useState(false)
  const cache = useQueryClient()
  const close = () => {
    setOn(false)
    onClose()
  }
  return (
    <Dialog
      open={enrolment !== undefined}
      onOpenChange={(open) => open || close()}
      // The codes are shown only once, so that only their own button closes the dialog.
      dismissible={!isOn}
      title={isOn ? 'Your recovery codes' : turnOn}
    >
      {enrolment && (
        <TwoFactorSetup
          enrolment={enrolment}
          onOn={() => {
            setOn(true)
            void refresh(cache, refreshed)
          }}
          onDone={close}
        />
      )}
    </Dialog>
  )
}

// A line may break after "two-factor", but not at its hyphen.
const turnOn = (
  <>
    Turn on <span className="whitespace-nowrap">two-factor</span> authentication
  </>
)

const CodesLeft = ({ codesLeft }: TwoFactor) => {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => {
    setOpen(false)
    setCodes(undefined)
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div className="grid gap-0.5">
        <p className="flex items-center gap-2 font-medium">
          Recovery codes
          {codesLeft > 0 && codesLeft < 3 && <Badge tone="warn">Running low</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {codesLeft === 0
            ? 'No codes left. Get new ones now, in case you lose your phone.'
            : `${counted(codesLeft, 'code')} left, in case you lose your phone`}
        </p>
      </div>
      <Button size="small" onClick={() => setOpen(true)}>
        Get new codes
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => open || close()}
        dismissible={codes === undefined}
        title={codes ? 'Your recovery codes' : 'Get new recovery codes'}
        {...(!codes && {
          description: 'Your old codes will stop working. Please confirm that it’s you.',
        })}
      >
        {codes ? (
          <RecoveryCodeList codes={codes} onDone={close} />
        ) : (
          <NewCodesForm refreshes={refreshed} onDone={setCodes} />
        )}
      </Dialog>
    </div>
  )
}
