import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/kit/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, of an endpoint that keeps it. */
    bodyText?: string
  }
  interface FastifyContextConfig {
    keepsBody?: boolean
  }
}

// Many times what the longest form has; a body of more names, values and levels is not worth reading.
const signsAtMost = 5000
/** Of what is signed: GoCardless tells of up to 250 things in one delivery. */
const signsOfSigned = 25_000

/**
 * Reads JSON bodies: none at all as no input, and none that names a field twice in one object, of which
 * readers take different ones. Prototype poisoning is refused by Fastify's own reader.
 */
export function takeJson(app: FastifyInstance) {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const isSigned = request.routeOptions.config.keepsBody === true
    if (isSigned) request.bodyText = text
    if (text === '') return done(null, undefined)
    const most = isSigned ? signsOfSigned : signsAtMost
    const { names, signs } = outlineOf(text, most)
    if (signs > most) return done(unreadable(), undefined)
    return read(request, text, (error, value: unknown) => {
      if (error && isWellFormed(text)) request.refusedAs = { event: 'request.forbidden_name' }
      if (!error && namesOf(value) < names) done(unreadable(), undefined)
      else done(error, value)
    })
  })
}

/** What is JSON and was refused all the same reaches for a prototype. */
const isWellFormed = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const unreadable = () => new Problem('invalid', "We couldn't read that request.")

/**
 * Counts what stands between the strings of a JSON text: every colon follows a name, and every other sign
 * begins a value or a level. It stops where there are too many.
 */
function outlineOf(text: string, most: number) {
  const outline = { names: 0, signs: 0 }
  for (let at = 0; at < text.length && outline.signs <= most; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === ':' || sign === ',' || sign === '[' || sign === '{') outline.signs += 1
    if (sign === ':') outline.names += 1
  }
  return outline
}

/** Where the string that begins at `from` ends: at the first quotation mark that is not escaped, or never. */
function endOfString(text: string, from: number) {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** How many fields a value has, in all its objects. */
function namesOf(value: unknown) {
  let names = 0
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    const inside = Object.values(one)
    if (!Array.isArray(one)) names += inside.length
    for (const item of inside) if (typeof item === 'object') left.push(item)
  }
  return names
}
