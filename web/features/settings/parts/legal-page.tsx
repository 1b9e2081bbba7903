import type { ReactNode } from 'react'
import { dialled } from '#contract/kit/telephone.ts'
import type { Firm } from '#contract/settings.ts'
import { dateText } from '#web/platform/clock.ts'
import { Page } from '#web/ui/layout/page.tsx'

interface LegalPageProps {
  title: string
  lead: ReactNode
  /** The date of this version, such as `2026-11-01`. */
  version: string
  children: ReactNode
}

/** A legal text. Shows its version at the top, and keeps the lines short enough to read. */
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

const link =
  'inline-flex items-center touch:min-h-11 text-brand underline underline-offset-3 hover:text-brand-strong'

const Mail = ({ to }: { to: string }) => (
  <a href={`mailto:${to}`} className={`${link} wrap-anywhere`}>
    {to}
  </a>
)

export const Telephone = ({ number }: { number: string }) => (
  <a href={`tel:${dialled(number)}`} className={`${link} figures whitespace-nowrap`}>
    {number}
  </a>
)

const Site = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={link}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

/** All contact details that the firm has entered. */
export const FirmAddress = ({ firm, email = firm.email }: { firm: Firm; email?: string }) => (
  <Address name={firm.name}>
    {firm.postalAddress && <span>{firm.postalAddress}</span>}
    {firm.telephone && <Telephone number={firm.telephone} />}
    {firm.hours && <span className="text-sm text-ink-soft">{firm.hours}</span>}
    {email && <Mail to={email} />}
  </Address>
)

export const LegalOmbudsman = () => (
  <Address name="Legal Ombudsman">
    <span>PO Box 6167, Slough SL1 0EH</span>
    <Telephone number="0300 555 0333" />
    <Mail to="enquiries@legalombudsman.org.uk" />
    <Site href="https://www.legalombudsman.org.uk">legalombudsman.org.uk</Site>
  </Address>
)

export const Regulator = () => (
  <Address name="Solicitors Regulation Authority">
    <span>The Cube, 199 Wharfside Street, Birmingham B1 1RN</span>
    <Telephone number="0370 606 2555" />
    <Site href="https://www.sra.org.uk/consumers/problems/">sra.org.uk</Site>
  </Address>
)

export const InformationCommissioner = () => (
  <Address name="Information Commissioner’s Office">
    <span>Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF</span>
    <Telephone number="0303 123 1113" />
    <Site href="https://ico.org.uk/make-a-complaint/">ico.org.uk</Site>
  </Address>
)

const Address = ({ name, children }: { name: string; children: ReactNode }) => (
  <address className="grid justify-items-start gap-1 border-l-2 border-line pl-4 not-italic">
    <span className="font-semibold">{name}</span>
    {children}
  </address>
)
