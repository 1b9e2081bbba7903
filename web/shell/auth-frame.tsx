import { Check } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { useMatch } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { Arches, Logo, Wordmark } from '#web/ui/data/logo.tsx'
import { Main, SiteName, SkipLink } from '#web/ui/layout/page.tsx'
import { Footer } from './footer.tsx'

const benefits = [
  'Streamlined compliance and onboarding',
  'Simplified document submission',
  'Secure identity verification',
  'Easy payment processing',
  'Direct communication with your legal team',
]

/** The frame of the sign-in pages. On wide screens a panel at the side says what the portal is for. */
export const AuthFrame = ({ children }: { children: ReactNode }) => (
  <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,41fr)_minmax(0,39fr)]">
    <SkipLink />
    <SidePanel />
    <div className="flex min-h-dvh flex-col px-4.5 sm:px-8">
      <header className="mx-auto w-full max-w-100 pt-6 lg:hidden">
        <Wordmark
          name={use(SiteName)}
          line={useMatch(pages.invitation) ? 'Law Firm Portal' : 'Client Portal'}
        />
      </header>
      <Main className="mx-auto w-full max-w-100 flex-1 pt-9 pb-12 lg:pt-[max(2.5rem,16vh)]">{children}</Main>
      <Footer className="mx-auto w-full max-w-100 border-t border-line pt-5 pb-7" />
    </div>
  </div>
)

const SidePanel = () => (
  <aside
    aria-label="About the portal"
    className="sticky top-0 isolate flex h-dvh flex-col justify-between overflow-hidden bg-brand-deep p-16 text-on-deep max-lg:hidden"
  >
    <div className="pointer-events-none absolute -bottom-1 left-[29%] -z-10 w-135 text-on-deep/20">
      <Arches />
    </div>
    <p className="flex items-center gap-3">
      <Logo bare />
      <span className="serif text-[1.25rem]">{use(SiteName)}</span>
    </p>
    <div className="grid gap-10">
      <p className="serif max-w-[13em] text-[clamp(2.125rem,3.4vw,2.875rem)]">
        Everything your solicitor needs, in one calm place.
      </p>
      <ul className="grid gap-3.5 text-[1rem]">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <Check />
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  </aside>
)
