import type { ReactNode } from 'react'
import type { faceFor } from '#contract/dashboard.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { PageHeading } from '#web/ui/layout/page.tsx'

export interface WelcomeProps {
  face: ReturnType<typeof faceFor>
  isAllDone?: boolean
  /** At the end of the greeting. */
  aside?: ReactNode
  /** How far the client has come. */
  children?: ReactNode
}

/** The greeting; on a phone it is one deep green card together with the progress. */
export const Welcome = ({ face, isAllDone = false, aside, children }: WelcomeProps) => {
  const name = useUser().firstName.trim() || 'User'
  const isNew = face === 'onboarding'
  return (
    <header className={`grid gap-4 max-md:rounded-xl max-md:p-5 md:gap-5.5 ${deepOnPhones}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 max-md:contents">
        <div className="grid min-w-0 gap-1.5">
          <PageHeading className="text-[28px] wrap-anywhere md:text-title">
            {isNew ? `Welcome, ${name}!` : `Welcome back ${name}`}
          </PageHeading>
          <p className="text-base text-ink-soft">{isAllDone ? doneLead : leads[face]}</p>
        </div>
        {aside && <div className="flex flex-wrap items-center gap-2.5 max-md:order-1">{aside}</div>}
      </div>
      {children}
    </header>
  )
}

const leads = {
  onboarding: "Let's get you set up. Here's what you need to do.",
  returning: "Let's continue your onboarding",
}
const doneLead = 'Everything we asked of you is done.'

// Inside the card the theme's own colours change, so that what stands on it needs no second look.
const deepOnPhones =
  'max-md:bg-brand-deep max-md:text-on-deep max-md:[--ink:var(--on-deep)] max-md:[--brand:var(--brass)] ' +
  'max-md:[--ink-soft:color-mix(in_oklch,var(--on-deep)_84%,transparent)] ' +
  'max-md:[--line:color-mix(in_oklch,var(--on-deep)_22%,transparent)] ' +
  'max-md:[--edge:color-mix(in_oklch,var(--on-deep)_45%,transparent)] ' +
  'max-md:[--surface:transparent] max-md:[--sunken:color-mix(in_oklch,var(--on-deep)_12%,transparent)]'
