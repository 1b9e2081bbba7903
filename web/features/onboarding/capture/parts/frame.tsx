import { LockKeyhole } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Logo } from '#web/ui/data/logo.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { DocumentTitle, Main, SiteName } from '#web/ui/layout/page.tsx'
import { isFramed } from '../message.ts'

export interface CaptureFrameProps {
  /** "Step 1 of 3", or the line below the title before there are any steps. */
  line: string
  /** 0 to 100. Left out if nothing is under way. */
  progress?: number
  isSecure: boolean
  children: ReactNode
}

/** The frame of the capture page. Inside another page it has no links out, and the title is the dialog's. */
export const CaptureFrame = ({ line, progress, isSecure, children }: CaptureFrameProps) => (
  <div className="flex min-h-dvh flex-col">
    <DocumentTitle>Verify your identity</DocumentTitle>
    <header className="border-b border-line bg-surface short:hidden">
      <div className="mx-auto grid max-w-205 grid-cols-[minmax(0,1fr)] gap-2.5 px-4.5 py-3 sm:px-7">
        <div className="flex items-center gap-3">
          {!isFramed() && <Logo />}
          <div className="min-w-0 flex-1">
            {!isFramed() && <p className="leading-snug font-semibold">Verify your identity</p>}
            <p className="truncate text-sm text-ink-soft">{line}</p>
          </div>
          {isSecure && <LockKeyhole role="img" aria-label="Encrypted in transit" className="text-ink-soft" />}
        </div>
        {progress !== undefined && (
          <Progress value={progress} label="Verification" valueText={line} size="thin" />
        )}
      </div>
    </header>
    <Main className="mx-auto w-full max-w-205 flex-1 px-4.5 py-5 sm:px-7 sm:py-7">{children}</Main>
    <footer className="mx-auto grid w-full max-w-205 gap-2 px-4.5 pb-6 text-sm text-ink-soft sm:px-7">
      <p>
        What you send goes to {use(SiteName)}, is stored with encryption, and is used only to verify your
        identity and to act for you.
      </p>
      <FirmContactLine />
    </footer>
  </div>
)

export interface StageProps {
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** One thing to do. Focuses the heading, so that it is read out and the keyboard continues from here. */
export const Stage = ({ title, lead, children }: StageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h1 ref={heading} tabIndex={-1} className="text-[1.5625rem] sm:text-[1.75rem]">
          {title}
        </h1>
        {lead && <p className="max-w-[65ch] text-ink-soft">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
