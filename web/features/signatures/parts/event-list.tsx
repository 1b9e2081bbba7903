import { eventWords, type SignatureEvent } from '#contract/signatures.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Section } from '#web/ui/layout/section.tsx'

interface EventListProps {
  events: SignatureEvent[]
  defaultOpen?: boolean
}

/** What happened to a document from its sending on, oldest first. */
export const EventList = ({ events, defaultOpen = false }: EventListProps) => (
  <Section title="What happened" defaultOpen={defaultOpen}>
    <ol className="grid">
      {events.map(({ number, kind, at, by, detail, hash }) => (
        <li key={number} className="grid gap-0.5 border-t border-line px-4.5 py-2.5">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{eventWords[kind]}</span>
            <span className="figures text-sm text-ink-soft">{dateTimeText(at)}</span>
          </span>
          {detail && <span className="text-sm">{detail}</span>}
          <span className="text-sm wrap-anywhere text-ink-soft">
            {by} · <span className="figures">{hash.slice(0, 16)}</span>
          </span>
        </li>
      ))}
    </ol>
  </Section>
)
