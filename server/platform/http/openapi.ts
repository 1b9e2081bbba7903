import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { notFound, statusOf } from '#contract/kit/problem.ts'
import { signatureHeader, WebhookEvent, webhookData, webhookEventWords } from '#contract/webhooks.ts'
import { compressed } from './compression.ts'
import type { Platform } from './request.ts'

const docsPath = '/api/docs'
const documentPath = '/api/openapi.json'

/** A policy of its own, because the readable docs run their own script. Nothing is loaded from other hosts. */
const docsPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** Serves the API documents: to everyone in demo mode, otherwise only to administrators. */
export async function serveDocs(app: FastifyInstance, { whoIs, ports }: Pick<Platform, 'whoIs' | 'ports'>) {
  // Leaves out endpoints that are not routed, such as those of the demo.
  const isRouted = ({ method, path: url }: Endpoint) => app.hasRoute({ method, url })
  // Written at the first request, because it takes longer than the rest of the start.
  let document: string | undefined
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      const { role } = await whoIs(request)
      if (!ports.isDemo && role !== 'administrator') notFound('page')
      reply.header('content-security-policy', docsPolicy)
    })
    // A description of the API holds no one's data, so it is safe to compress.
    docs.addHook('onSend', async (request, reply, payload) =>
      typeof payload === 'string' ? compressed(payload, request, reply) : payload,
    )
    docs.get(documentPath, async (_, reply) => {
      document ??= JSON.stringify(openApiDocument(isRouted))
      return reply.type('application/json; charset=utf-8').send(document)
    })
    docs.get(docsPath, async (_, reply) => reply.redirect(`${docsPath}/`, 301))
    let readable: Promise<FastifyInstance> | undefined
    for (const path of [`${docsPath}/`, `${docsPath}/js/scalar.js`])
      docs.get(path, async ({ url }, reply) => {
        readable ??= openReadable()
        const { statusCode, headers, body } = await (await readable).inject(url)
        return reply.code(statusCode).header('content-type', headers['content-type']).send(body)
      })
  })
}

/** Serves the docs for people. Loaded at the first request, because their script is four megabytes. */
async function openReadable() {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const docs = Fastify()
  await docs.register(scalar, {
    routePrefix: docsPath,
    configuration: {
      url: documentPath,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
  })
  return docs
}

/** Returns the OpenAPI 3.1 document, derived from the contract. */
function openApiDocument(isRouted: (endpoint: Endpoint) => boolean) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (!isRouted(endpoint)) continue
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation(endpoint, { feature, name })
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: introduction,
    },
    paths,
    webhooks: webhookOperations(),
    components: { schemas: { Problem: problem }, securitySchemes },
  }
}

const introduction = `The calls the portal's own page makes, open to anyone with the rights to make them.

Systems of the firm's own show an API key, which an administrator makes under Integrations:

\`\`\`
curl -H "Authorization: Bearer $PORTICO_KEY" https://portal.example.co.uk/api/firm/clients
\`\`\`

Each call that a key may make says so, with the scope that it needs. A list answers its newest items first; the \`Link\` header
leads to older ones. A refusal is a \`Problem\`; 429 and 503 say in \`Retry-After\` when to try again.`

/** The webhooks that other systems receive. They answer with any 2xx. */
const webhookOperations = () =>
  Object.fromEntries(
    WebhookEvent.options.map((type) => {
      const delivery = z.strictObject({
        id: z.uuid(),
        type: z.literal(type),
        createdAt: z.iso.datetime(),
        data: webhookData[type],
      })
      const schema = schemaOf(delivery)
      const signature = { name: signatureHeader, in: 'header', required: true, schema: { type: 'string' } }
      const post = {
        summary: webhookEventWords[type],
        parameters: [signature],
        requestBody: { content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Taken; anything else is tried again for three days' } },
      }
      return [type, { post }]
    }),
  )

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portico_session',
    description: 'A person who is signed in.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: "A system of the firm's own." },
}

/** Returns who may send the request: a person with their session, or a system with its key. */
const securityOf = ({ audience, byKey }: Endpoint) => {
  if (audience === 'anyone') return []
  return [{ session: [] }, ...(byKey ? [{ apiKey: [] }] : [])]
}

const audienceText = ({ audience, action, byKey }: Endpoint) => {
  const right = action === null ? '' : ` Right: ${action}.`
  return `For ${audience}.${right}${byKey ? ` An API key needs the scope ${action}.` : ''}`
}

const problem = {
  type: 'object',
  required: ['code', 'message', 'fields'],
  properties: {
    code: { enum: Object.keys(statusOf) },
    message: { type: 'string', description: 'A sentence for the person at the screen.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    reason: { type: 'string' },
  },
}

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as { properties?: Record<string, object>; required?: string[] }
}

function operation(endpoint: Endpoint, { feature, name }: { feature: string; name: string }) {
  const { properties = {}, required = [] } = schemaOf(endpoint.input)
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, part]) => part ?? '')
  const others = Object.entries(properties).filter(([field]) => !inPath.includes(field))
  const parameter = (field: string, place: string) => ({
    name: field,
    in: place,
    required: place === 'path' || required.includes(field),
    schema: properties[field] ?? {},
  })
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description: audienceText(endpoint),
    security: securityOf(endpoint),
    parameters: [
      ...inPath.map((field) => parameter(field, 'path')),
      ...(isQuery ? others.map(([field]) => parameter(field, 'query')) : []),
    ],
    ...(isQuery ? {} : { requestBody: bodyOf(endpoint, { others, required }) }),
    responses: {
      [endpoint.status]: { description: 'Done', ...answerOf(endpoint) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const bodyOf = (endpoint: Endpoint, body: { others: [string, object][]; required: string[] }) => {
  const isForm = endpoint.takes === 'form'
  const fields = Object.fromEntries(body.others)
  const properties = isForm ? { file: { type: 'string', format: 'binary' }, ...fields } : fields
  const required = [...(isForm ? ['file'] : []), ...body.required.filter((field) => field in fields)]
  const schema = { type: 'object', additionalProperties: false, properties, required }
  return { content: { [isForm ? 'multipart/form-data' : 'application/json']: { schema } } }
}

const answerOf = (endpoint: Endpoint) => {
  if (endpoint.status === 204) return {}
  if (endpoint.gives === 'events' || endpoint.gives === 'stream')
    return { content: { 'text/event-stream': {} } }
  if (endpoint.gives === 'file') return { content: { '*/*': {} } }
  return { content: { 'application/json': { schema: schemaOf(endpoint.output) } } }
}
