import { Copy, Download, Printer, Smartphone } from 'lucide-react'
import { type ComponentProps, type ReactNode, use, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Enrolment, secondFactor } from '#contract/accounts/second-factor.ts'
import { pages } from '#contract/kit/pages.ts'
import { dateText, now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { UserOfEndedSession, useCurrentUser, useUser } from '#web/platform/session.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { QrCode } from '#web/ui/data/qr-code.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { usePrintSheet } from '#web/ui/layout/print.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'

interface RecoveryCodeListProps {
  codes: readonly string[]
  onDone: () => void
}

/** Who can let somebody in who has lost phone and codes, for roles of which it isn't an administrator of the firm. */
const helper: Partial<Record<string, string>> = {
  client: 'we can help you.',
  administrator: 'another administrator can help you. While you are the only one, nobody can.',
}

/** Shows the recovery codes once, to copy, print or save. */
export const RecoveryCodeList = ({ codes, onDone }: RecoveryCodeListProps) => {
  const site = use(SiteName)
  const { username, role } = useUser()
  const title = `Recovery codes: ${username}, ${site}`
  const text = [title, dateText(now()), '', ...codes, '', once].join('\n')
  const { sheet, printIt } = usePrintSheet(
    <div className="grid gap-4 p-8">
      <h1>{title}</h1>
      <p>{dateText(now())}</p>
      <Codes codes={codes} />
      <p>{once}</p>
    </div>,
  )
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({
      title: 'Codes copied',
      description: 'Keep them somewhere only you can see them.',
      variant: 'success',
    })
  }
  return (
    <div className="grid gap-5">
      <Callout tone="warn" title="Save these codes now. We won't show them again.">
        If you lose your phone, each code works once. Without them, only{' '}
        {helper[role] ?? 'an administrator of your firm can help you.'}
      </Callout>
      <Codes codes={codes} />
      <div className="flex flex-wrap gap-2.5">
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon={<Printer />} onClick={printIt}>
          Print
        </Button>
        <Button icon={<Download />} onClick={() => save(text)}>
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I've saved them
        </Button>
      </DialogFooter>
      {sheet}
    </div>
  )
}

const once = 'Each code works once.'

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul
    aria-label="Recovery codes"
    className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-lg border border-line bg-sunken px-5 py-4 min-[400px]:grid-cols-2"
  >
    {codes.map((code) => (
      <li key={code} className="figures font-mono text-base tracking-wide">
        {code}
      </li>
    ))}
  </ul>
)

const save = (text: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}

interface TwoFactorSetupProps {
  enrolment: Enrolment
  /** Called once two-factor authentication is on. The recovery codes come next and must not be lost. */
  onOn: () => void
  /** Called once the user has kept the codes. */
  onDone: () => void
}

/** Sets up two-factor authentication: the QR code for the app, a first code, then the recovery codes. */
export const TwoFactorSetup = ({ enrolment, onOn, onDone }: TwoFactorSetupProps) => {
  const [codes, setCodes] = useState<readonly string[]>()
  const shownToast = useRef<ReturnType<typeof toast>>(null)
  const form = useCommandForm(secondFactor.confirm, {
    start: { code: '' },
    done: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      // Otherwise the toast of an earlier refusal would cover the codes.
      if (shownToast.current !== null) dismissToast(shownToast.current)
      toast({ title: '2FA Enabled', variant: 'success' })
      onOn()
    },
    refused: ({ message }) => {
      shownToast.current = toast({ title: '2FA update failed', description: message, variant: 'destructive' })
    },
  })
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  return (
    <form {...form.props} className="grid gap-6">
      <ol className="grid gap-6">
        <Step number={1} title="Open an authenticator app on your phone">
          <p className="text-ink-soft">
            Any will do, such as Google Authenticator, Microsoft Authenticator or your password manager.
          </p>
        </Step>
        <Step number={2} title="Add this account to it">
          <AddAccount enrolment={enrolment} />
        </Step>
        <Step number={3} title="Type the six digits it shows">
          <div className="max-w-60">
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              {...form.field('code')}
            />
          </div>
        </Step>
      </ol>
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button type="submit" variant="primary" busy={form.busy}>
          Turn it on
        </Button>
      </DialogFooter>
    </form>
  )
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="flex gap-3.5">
    <span
      aria-hidden
      className="grid size-7 flex-none place-items-center rounded-full bg-brand-tint text-sm font-semibold text-brand"
    >
      {number}
    </span>
    <div className="grid min-w-0 flex-1 gap-3">
      <p className="pt-0.5 font-semibold">{title}</p>
      {children}
    </div>
  </li>
)

/** The account's key, as a QR code to scan and as text to type. */
export const AddAccount = ({
  enrolment: { otpauthUrl, key },
}: {
  enrolment: Pick<Enrolment, 'otpauthUrl' | 'key'>
}) => {
  const grouped = key.replace(/.{4}(?=.)/g, '$& ')
  const copy = async () => {
    await navigator.clipboard.writeText(key)
    toast({ title: 'Key copied', variant: 'success' })
  }
  return (
    <div className="flex flex-wrap items-start gap-5">
      <QrCode address={otpauthUrl} label="Code to scan with your authenticator app" />
      <div className="grid min-w-50 flex-1 gap-3">
        <p className="text-ink-soft">Scan the code, or type this key:</p>
        <p className="figures font-mono text-base break-words select-all">{grouped}</p>
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy key
          </Button>
          {/* A phone can't scan its own screen. */}
          <span className="hidden touch:inline-flex">
            <ButtonAnchor size="small" icon={<Smartphone />} href={otpauthUrl}>
              Open in my app
            </ButtonAnchor>
          </span>
        </div>
      </div>
    </div>
  )
}

type ConfirmFieldProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'> & {
  label?: string
}

/**
 * Asks for the user's password before something that an open window must not be enough for. Somebody who has none,
 * because they sign in by the firm's provider, enters a code of their authenticator app instead.
 */
export const ConfirmField = ({ label = 'Your password', ...field }: ConfirmFieldProps) => {
  const { user } = useCurrentUser()
  const held = use(UserOfEndedSession)
  const { hasPassword, isTwoFactorEnabled } = user ?? held ?? { hasPassword: true }
  if (hasPassword) return <PasswordField {...field} label={label} autoComplete="current-password" />
  return (
    <>
      {!isTwoFactorEnabled && (
        <Callout tone="warn" title="You need two-factor authentication for this">
          You sign in with your work account, so you have no password here. Turn on two-factor authentication
          in your{' '}
          <Link to={securityTab} target="_blank" className="font-semibold underline underline-offset-3">
            account settings
          </Link>
          , then enter a code from your app.
        </Callout>
      )}
      <TextField
        {...field}
        label="Code from your authenticator app"
        hint="You have no password here, so a code confirms that it's you."
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
    </>
  )
}

const securityTab = `${pages.settings}?tab=security`
