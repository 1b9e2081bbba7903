import { LockKeyhole } from 'lucide-react'
import type { Onboarding } from '#contract/onboarding/onboarding.ts'
import { Logo } from '#web/ui/data/logo.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { PageHeading } from '#web/ui/layout/page.tsx'
import { progressWords } from '../words.ts'

/** Where the client is, and how much is left. */
export const ChatHeader = ({ progress }: Pick<Onboarding, 'progress'>) => {
  const words = progressWords(progress)
  return (
    <header className="grid flex-none gap-3 border-b border-line bg-surface px-4.5 pt-3.5 pb-4 md:rounded-t-xl md:px-6">
      <div className="flex items-center gap-3">
        <Logo />
        <div className="grid min-w-0 flex-1">
          <PageHeading className="font-sans! text-base leading-tight font-semibold! tracking-normal!">
            Verify your identity
          </PageHeading>
          <p className="figures text-sm text-ink-soft">{words}</p>
        </div>
        <LockKeyhole className="text-ink-soft" />
      </div>
      <Progress
        size="thin"
        label="Verification"
        value={(progress.step / progress.of) * 100}
        valueText={words}
      />
    </header>
  )
}
