import { use } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { SiteName } from '#web/ui/layout/page.tsx'

const links = [
  { to: pages.help, words: 'Help' },
  { to: pages.complaints, words: 'Complaints' },
  { to: pages.accessibility, words: 'Accessibility' },
  { to: pages.privacy, words: 'Privacy notice' },
  { to: pages.terms, words: 'Terms' },
]

/** The demo sends no email, so anyone waiting for one finds it there. */
const demoInbox = { to: pages.demoInbox, words: 'Your demo inbox' }

/** The footer of every page: who the firm is, who regulates it, and how to reach a person. */
export const Footer = ({ className, hasInbox = false }: { className?: string; hasInbox?: boolean }) => {
  const { firm } = useKnownFirm()
  return (
    <footer data-print="hide" className={classes('grid gap-3 text-sm text-ink-soft', className)}>
      <FirmContactLine />
      <nav aria-label="About this portal">
        <ul className="flex flex-wrap gap-x-5">
          {(hasInbox && firm?.isDemo ? [demoInbox, ...links] : links).map(({ to, words }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-6 items-center underline underline-offset-3 hover:text-ink touch:min-h-11"
              >
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="max-w-[75ch] text-xs">
        <span className="font-semibold">{use(SiteName)}</span>
        {firm && <>. {firm.regulator}</>}
      </p>
    </footer>
  )
}
