import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** The first call, as somebody copies it into a terminal. */
export const QuickStart = () => (
  <Section title="Quick start" subtitle="The first call, in a terminal">
    <div className="grid gap-3 px-4.5 py-4">
      <p>Paste your key in place of the dots, then run both lines.</p>
      <CodeBlock
        label="The first call"
        code={`export PORTICO_KEY=portico_…
curl -H "Authorization: Bearer $PORTICO_KEY" ${location.origin}/api/firm/clients`}
      />
      <p>
        You get the newest clients as JSON. The{' '}
        <a href="/api/docs/" className="font-semibold underline underline-offset-3">
          API reference
        </a>{' '}
        lists every call, and says which ones an API key can make.
      </p>
    </div>
  </Section>
)
