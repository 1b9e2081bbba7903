import { signatureHeader } from '#contract/webhooks.ts'
import { CodeBlock } from '#web/ui/data/code-block.tsx'
import { Section } from '#web/ui/layout/section.tsx'

const program = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const parts = request.headers['${signatureHeader.toLowerCase()}'].split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')[1]
  const expected = createHmac('sha256', process.env.PORTICO_SECRET).update(\`\${time}.\${body}\`).digest()
  const isSigned = parts.some(([name, value]) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  const isRecent = Math.abs(Date.now() / 1000 - time) < 300
  response.writeHead(isSigned && isRecent ? 204 : 400).end()
  if (isSigned && isRecent) console.log(JSON.parse(body))
}).listen(8080)`

/** A whole receiver that checks the signature, as somebody copies it. */
export const SignatureHelp = () => (
  <Section
    title="Receive your first event"
    subtitle="A program that checks the signature, for Node.js"
    defaultOpen={false}
  >
    <div className="grid gap-3 px-4.5 py-4">
      <p>
        Save this as <code>receive.mjs</code>, then run it with your signing secret:{' '}
        <code className="wrap-anywhere">PORTICO_SECRET=whsec_… node receive.mjs</code>
      </p>
      <CodeBlock label="An example program" code={program} />
      <p>
        Answer with any 2xx status within ten seconds. Anything else is tried again for three days. An event
        can arrive twice or out of order: its <code>id</code> stays the same. The{' '}
        <a href="/api/docs/" className="font-semibold underline underline-offset-3">
          API reference
        </a>{' '}
        describes each event.
      </p>
    </div>
  </Section>
)
