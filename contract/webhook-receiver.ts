import { signatureHeader } from './webhooks.ts'

/** A whole program that receives deliveries and checks their signatures, to be copied by whoever begins. */
export const exampleReceiver = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const signature = request.headers['${signatureHeader.toLowerCase()}'] ?? ''
  const parts = signature.split(',').map((part) => part.split('='))
  const [, time] = parts.find(([name]) => name === 't') ?? []
  const expected = createHmac('sha256', process.env.PORTICO_SECRET).update(\`\${time}.\${body}\`).digest()
  const isSigned = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  const isRecent = Math.abs(Date.now() / 1000 - time) < 300
  response.writeHead(isSigned && isRecent ? 204 : 400).end()
  if (isSigned && isRecent) console.log(JSON.parse(body))
}).listen(8080)`
