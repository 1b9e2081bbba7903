import { ExternalLink, Phone } from 'lucide-react'
import { type ComponentProps, createContext, use } from 'react'
import { Link } from 'react-router'
import { dialled } from '#contract/kit/telephone.ts'

const linkClass = 'font-medium text-brand underline underline-offset-3 hover:text-brand-strong'

/** A link inside the portal, in running text. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link {...props} className={linkClass} />
)

/** A link to another site, or away from a half-filled form. It opens a new tab and says so. */
export const OutsideLink = ({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) => (
  <a
    {...rest}
    target="_blank"
    rel="noopener noreferrer"
    className={`${linkClass} inline-flex min-w-0 items-center gap-1 wrap-anywhere`}
  >
    {children}
    <ExternalLink className="size-3.5!" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)

interface ContactDetails {
  telephone: string
  hours: string
}

/** The firm's telephone number and hours, for when the page does not help. The frame around all pages provides them. */
export const FirmContact = createContext<ContactDetails | null>(null)

/** Says how to reach a person at the firm. Shown on every page and beside every error. */
export const FirmContactLine = () => {
  const reach = use(FirmContact)
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
