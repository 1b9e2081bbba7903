import { Phone } from 'lucide-react'
import { photographPath } from '#contract/accounts/photographs.ts'
import { dialled } from '#contract/kit/telephone.ts'
import type { ActingPerson } from '#contract/matters/facts.ts'
import { dateText } from '#web/platform/clock.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'

const roleWords: Record<ActingPerson['role'], string> = {
  fee_earner: 'Acts for you',
  supervisor: 'Supervises your case',
}

/** The staff who act in a case, how to reach them, and who covers for them while they are away. */
export const ActingPeople = ({ people }: { people: readonly ActingPerson[] }) => (
  <ul aria-label="Who acts for you" className="grid gap-3">
    {people.map(({ name, photographId, role, phone, away }) => (
      <li key={`${role} ${name}`} className="flex items-start gap-3">
        <Avatar name={name} photograph={photographPath(photographId)} tone={away ? 'neutral' : 'brand'} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="wrap-anywhere">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-sm text-ink-soft">{roleWords[role]}</span>
          </p>
          {away ? (
            <p className="text-sm wrap-anywhere">
              {firstNameOf(name)} is away until {dateText(away.until)}. {away.cover.name} is looking after
              your case.
            </p>
          ) : null}
          <DirectLine name={away ? away.cover.name : name} phone={away ? away.cover.phone : phone} />
        </div>
      </li>
    ))}
  </ul>
)

const DirectLine = ({ name, phone }: { name: string; phone: string | null }) =>
  phone && (
    <a
      href={`tel:${dialled(phone)}`}
      aria-label={`Call ${name}: ${phone}`}
      className="inline-flex min-h-6 w-fit items-center gap-1.5 text-sm font-semibold underline underline-offset-3"
    >
      <Phone aria-hidden className="size-4!" />
      {phone}
    </a>
  )

const firstNameOf = (name: string) => name.split(' ')[0]
