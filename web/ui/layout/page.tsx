import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { classes } from '../classes.ts'

/** The site's name after each page's title in the browser's tab. It is the firm's name once that is known. */
export const SiteName = createContext('Client Portal')

export interface PageProps {
  title: string
  /** The title in the browser's tab, if the heading is a greeting. */
  tabTitle?: string
  lead?: ReactNode
  /** At the end of the title: the page's one primary button. */
  actions?: ReactNode
  /** 560 px, for forms. */
  narrow?: boolean
  children: ReactNode
}

/**
 * A page's heading and content, at most 1160 px wide. Sets the document's title, and focuses the heading on navigation.
 */
export const Page = ({ title, tabTitle, lead, actions, narrow = false, children }: PageProps) => (
  <div className={classes('mx-auto grid w-full gap-5.5', narrow ? 'max-w-140' : 'max-w-290')}>
    <DocumentTitle>{tabTitle ?? title}</DocumentTitle>
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1.5 wrap-anywhere">
        <PageHeading>{title}</PageHeading>
        {lead && <p className="max-w-[70ch] text-base text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </header>
    {children}
  </div>
)

/** The heading of a page that is laid out in its own way. */
export const PageHeading = ({ children, className }: { children: ReactNode; className?: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const cause = useNavigationType()
  const isFirstPage = key === 'default'

  const begin = useEffectEvent((_path: string) => {
    if (isFirstPage) return
    heading.current?.focus({ preventScroll: true })
    if (cause !== 'POP') scrollTo(0, 0)
  })
  // Only a new path is a new page. A change of the key or of the navigation type alone is not.
  useEffect(() => begin(pathname), [pathname])

  return (
    <h1 ref={heading} tabIndex={-1} className={className ?? 'text-[1.75rem] md:text-title'}>
      {children}
    </h1>
  )
}

export const DocumentTitle = ({ children }: { children: string }) => {
  const site = use(SiteName)
  return <title>{`${children} – ${site}`}</title>
}

/** The one `main` of a page, where the skip link leads. */
export const Main = ({ children, className }: { children: ReactNode; className?: string }) => (
  <main id="content" tabIndex={-1} className={className}>
    {children}
  </main>
)

/** The first link in the tab order, which skips the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    data-print="hide"
    className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-surface px-4 py-3 font-semibold text-brand shadow-2 focus:translate-y-0"
  >
    Skip to content
  </a>
)
