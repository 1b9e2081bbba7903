import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { Wordmark } from '#web/ui/data/logo.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle, Main, PageHeading, SiteName, SkipLink } from '#web/ui/layout/page.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Footer } from './footer.tsx'

interface PlainFrameProps {
  /** Below the firm's name. What nobody is signed in for is the clients' too. */
  line?: 'Client Portal' | 'Law Firm Portal'
  children: ReactNode
}

/** A page without the portal's frame: the firm's name above, its footer below. */
export const PlainFrame = ({ line = 'Client Portal', children }: PlainFrameProps) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <header data-print="hide" className="border-b border-line bg-surface px-4.5 py-3.5 md:px-11">
      <div className="mx-auto max-w-290">
        <Link to={pages.dashboard} className="inline-flex min-h-11 items-center rounded-md">
          <Wordmark name={use(SiteName)} line={line} />
          <VisuallyHidden>: home</VisuallyHidden>
        </Link>
      </div>
    </header>
    <Main className="flex-1 px-4.5 py-9 md:px-11 md:py-14">{children}</Main>
    <div className="border-t border-line px-4.5 py-6 md:px-11">
      <Footer className="mx-auto max-w-290" />
    </div>
  </div>
)

interface PlainPageProps {
  title: string
  children: ReactNode
  /** Buttons that lead on. */
  actions: ReactNode
}

/** A short message with buttons, shown instead of a page that cannot be shown. */
export const PlainPage = ({ title, children, actions }: PlainPageProps) => (
  <PlainFrame>
    <div className="mx-auto grid max-w-140 gap-4">
      <DocumentTitle>{title}</DocumentTitle>
      <PageHeading>{title}</PageHeading>
      <div className="grid gap-3 text-ink-soft">{children}</div>
      <div className="mt-2 flex flex-wrap gap-2.5">{actions}</div>
    </div>
  </PlainFrame>
)

/** A whole page that is still loading. Its words are visible only if given. */
export const Loading = ({ words }: { words?: string }) => (
  <div className="grid min-h-dvh place-items-center">
    <Spinner words={words ?? 'Loading'} hideWords={words === undefined} />
  </div>
)
