import { pages } from '#contract/pages.ts'
import type { Task } from '#contract/tasks.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { counted } from '#web/platform/clock.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Arches } from '#web/ui/data/logo.tsx'
import { Card } from '#web/ui/layout/card.tsx'

/** Nothing is left to do: thanks, and what happens now. */
export const AllDone = ({ tasks }: { tasks: Task[] }) => {
  const inReview = tasks.filter(({ outcome }) => outcome === 'review').length
  return (
    <Card tone="deep" className={`relative isolate px-5 py-6 md:px-9 md:py-10 ${plainOnPhones}`}>
      <div aria-hidden className="absolute -right-10 -bottom-60 -z-10 w-80 opacity-20 max-sm:hidden">
        <Arches />
      </div>
      <h2 className="text-[26px] text-pretty wrap-anywhere">All done. Thank you, {useUser().firstName}.</h2>
      <p className="mt-2 max-w-[52ch]">
        We have everything we asked for.
        {inReview > 0 && ` ${counted(inReview, 'task')} ${inReview === 1 ? 'is' : 'are'} in review.`} There's
        nothing you need to do now. We'll tell you here, under the bell, when there's something new.
      </p>
      <div className="mt-5 text-ink" data-print="hide">
        <ButtonLink to={pages.documents}>See your documents</ButtonLink>
      </div>
    </Card>
  )
}

// There the greeting above it is the deep card.
const plainOnPhones = 'max-md:border-line max-md:bg-surface max-md:text-ink'
