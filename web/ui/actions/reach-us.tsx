import { Phone } from 'lucide-react'
import { createContext, use } from 'react'
import { dialled } from '#contract/settings.ts'

export interface Reachable {
  telephone: string
  hours: string
}

/** Who answers when the page does not help: filled by the frame around all pages. */
export const Reach = createContext<Reachable | null>(null)

/** The way to a person. It stands on every page, and beside every failure. */
export const ReachUs = () => {
  const reach = use(Reach)
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Phone className="mt-0.5 size-4!" />
      <span>
        Need to talk to someone?{' '}
        {reach?.telephone ? (
          <>
            <a
              href={`tel:${dialled(reach.telephone)}`}
              className="font-semibold whitespace-nowrap text-ink underline underline-offset-3"
            >
              {reach.telephone}
            </a>
            {reach.hours && <>, {reach.hours}</>}
          </>
        ) : (
          'Please call the number on your letter from us.'
        )}
      </span>
    </p>
  )
}
