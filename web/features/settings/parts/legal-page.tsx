import type { ReactNode } from 'react'
import { dateText } from '#web/platform/clock.ts'
import { Page } from '#web/ui/layout/page.tsx'

export interface LegalPageProps {
  title: string
  lead: ReactNode
  /** The day of this version, `2026-11-01`. */
  version: string
  children: ReactNode
}

/** A text that people rely on: its version stands at its head, its lines are short enough to read. */
export const LegalPage = ({ title, lead, version, children }: LegalPageProps) => (
  <Page title={title} lead={lead} narrow>
    <p className="-mt-2 text-sm text-ink-soft">Version dated {dateText(version)}</p>
    <div className="grid gap-8">{children}</div>
  </Page>
)

export const Clause = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-section">{title}</h2>
    {children}
  </section>
)

export const Points = ({ points }: { points: readonly ReactNode[] }) => (
  <ul className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
    {points.map((point, index) => (
      <li key={index}>{point}</li>
    ))}
  </ul>
)
