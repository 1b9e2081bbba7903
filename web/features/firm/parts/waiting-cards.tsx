import { useQuery } from '@tanstack/react-query'
import { Briefcase, FileCheck, IdCard, type LucideIcon, MessageSquare, Scale, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { identity } from '#contract/identity.ts'
import { matters } from '#contract/matters.ts'
import { messages } from '#contract/messages.ts'
import { type Page, pages } from '#contract/pages.ts'
import { payments } from '#contract/payments.ts'
import { isAnswered, privacy } from '#contract/privacy.ts'
import { reviews } from '#contract/reviews.ts'
import { query } from '#web/platform/queries.ts'
import { classes } from '#web/ui/classes.ts'

/** How many things of a kind wait; undefined until that is known, and where it cannot be asked. */
type Count = () => number | undefined

interface Kind {
  page: Page
  icon: LucideIcon
  title: string
  /** What it says when nothing waits. */
  none: string
  useCount: Count
  /** Not shown while nothing waits: for what is rare. */
  isRare?: boolean
}

/** What waits for a person of the firm: each kind asks for itself, so that one that fails takes nothing with it. */
const kinds: Kind[] = [
  {
    page: pages.reviews,
    icon: FileCheck,
    title: 'Documents to review',
    none: 'All decided',
    useCount: () => useQuery(query(reviews.list, { state: 'waiting' })).data?.total,
  },
  {
    page: pages.checks,
    icon: IdCard,
    title: 'Identity and bank checks',
    none: 'All decided',
    useCount: () => useQuery(query(identity.waiting, {})).data?.length,
  },
  {
    page: pages.firmMessages,
    icon: MessageSquare,
    title: 'Unread messages',
    none: 'All read',
    useCount: () => sumOf(useQuery(query(messages.contacts, {})).data?.map(({ unreadCount }) => unreadCount)),
  },
  {
    page: pages.firmMatters,
    icon: Briefcase,
    title: 'Requested cases',
    none: 'No requests',
    useCount: () =>
      useQuery(query(matters.firmList, {})).data?.filter(({ status }) => status === 'pending').length,
  },
  {
    page: pages.firmRequests,
    icon: Scale,
    title: 'Clients’ requests',
    none: 'All answered',
    useCount: () =>
      useQuery(query(privacy.firmRequests, {})).data?.filter((request) => !isAnswered(request)).length,
    isRare: true,
  },
  {
    page: pages.refunds,
    icon: Undo2,
    title: 'Refunds due',
    none: 'No refunds due',
    useCount: () =>
      useQuery(query(payments.refunds, {})).data?.filter(({ status }) => status === 'refund_due').length,
    isRare: true,
  },
]

const sumOf = (numbers: number[] | undefined) => numbers?.reduce((sum, number) => sum + number, 0)

export const WaitingCards = () => (
  <section aria-label="Waiting for you">
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {kinds.map((kind) => (
        <WaitingCard key={kind.page} kind={kind} />
      ))}
    </ul>
  </section>
)

const WaitingCard = ({ kind: { page, icon: Icon, title, none, useCount, isRare } }: { kind: Kind }) => {
  const count = useCount()
  if (isRare && !count) return null
  return (
    <li className="relative flex items-start sm:min-h-24 gap-3.5 rounded-xl border border-line bg-surface p-4.5 shadow-1 transition-colors duration-150 hover:border-edge">
      <span
        className={classes(
          'grid size-9.5 flex-none place-items-center rounded-lg',
          count ? 'bg-brand-tint text-brand' : 'bg-sunken text-ink-soft',
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold">
          <Link to={page} className="before:absolute before:inset-0 before:rounded-xl">
            {title}
          </Link>
        </p>
        <p className="mt-1">
          {count ? (
            <span className="figures text-[30px] leading-none font-semibold">{count}</span>
          ) : (
            <span className="text-sm text-ink-soft">{count === 0 ? none : ' '}</span>
          )}
        </p>
      </div>
    </li>
  )
}
