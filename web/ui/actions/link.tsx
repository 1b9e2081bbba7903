import { ExternalLink } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const linkClass = 'font-medium text-brand underline underline-offset-3 hover:text-brand-strong'

/** A link inside the portal, in running text. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link {...props} className={linkClass} />
)

/** A link to somewhere else: it opens a new tab and says so. */
export const OutsideLink = ({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) => (
  <a
    {...rest}
    target="_blank"
    rel="noopener noreferrer"
    className={`${linkClass} inline-flex items-center gap-1`}
  >
    {children}
    <ExternalLink className="size-3.5!" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
