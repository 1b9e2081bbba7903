import { Camera, IdCard, LockKeyhole, SunMedium } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { useUser, welcomeFlag } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Arches } from '#web/ui/data/logo.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'

/** The first page of a new client: what verification needs, how long it takes, and the button to start. */
export const WelcomePage = ({ isSecure }: { isSecure: boolean }) => {
  const { firstName } = useUser()
  const navigate = useNavigate()
  const start = () => {
    welcomeFlag.write(true)
    void navigate(pages.onboarding)
  }
  return (
    <div className="mx-auto grid max-w-180 gap-4.5 md:gap-6">
      <DocumentTitle>Welcome</DocumentTitle>
      <Card tone="deep" className="relative isolate px-5 py-5 md:px-10 md:py-12">
        <div className="absolute -right-14 -bottom-56 -z-10 w-90 opacity-20 max-sm:hidden">
          <Arches />
        </div>
        <PageHeading className="text-[1.75rem] wrap-anywhere md:text-[2.375rem]">{`Welcome, ${firstName}`}</PageHeading>
        <p className="mt-2 max-w-[46ch] md:mt-3 md:text-lg">
          Before we can act for you, the law requires us to confirm who you are. We'll guide you through it
          step by step; it typically takes less than 5 minutes.
        </p>
      </Card>
      <Card padded={false}>
        <h2 className="px-5 pt-4 pb-3 text-section md:pt-5 md:pb-3.5">What you need</h2>
        <ul className="divide-y divide-line border-t border-line">
          <Need icon={<IdCard />} title="A valid ID">
            Passport, driving licence or UK national ID card
          </Need>
          <Need icon={<Camera />} title="Camera access">
            To photograph your ID and, if you agree, your face. Your browser will ask before it opens the
            camera.
          </Need>
          <Need icon={<SunMedium />} title="A few minutes in a well-lit area">
            Daylight without glare on the card works best
          </Need>
        </ul>
      </Card>
      <p className="flex items-start gap-2.5 text-sm text-ink-soft">
        <LockKeyhole className="mt-px" />
        <span>
          Your data is protected: what you send is stored with encryption, and used only to verify your
          identity and to act for you.{isSecure && ' Encrypted in transit.'}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button variant="primary" size="large" onClick={start} className="max-sm:w-full">
          Start Verification
        </Button>
        <p className="text-sm text-ink-soft">You can stop at any time and pick up where you left off.</p>
      </div>
    </div>
  )
}

const Need = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <li className="flex items-start gap-4 px-5 py-3 md:py-4">
    <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
      {icon}
    </span>
    <span className="grid gap-0.5">
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-ink-soft">{children}</span>
    </span>
  </li>
)
