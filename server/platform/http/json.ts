import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/kit/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw text of the body, for an endpoint that keeps it. */
    bodyText?: string
  }
  interface FastifyContextConfig {
    keepsBody?: boolean
  }
}

// Many times more than the longest form needs. A body with more names, values and levels is not worth parsing.
const signsAtMost = 5000
/** For signed bodies: GoCardless reports up to 250 events in one delivery. */
const maxSignsOfSignedBody = 25_000

/**
 * Parses JSON bodies. An empty body is no input. A body that names a field twice in one object is refused, since
 * parsers disagree on which of the two counts. Fastify's own parser refuses prototype poisoning.
 */
export function parseJsonBodies(app: FastifyInstance) {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const isSigned = request.routeOptions.config.keepsBody === true
    if (isSigned) request.bodyText = text
    if (text === '') return done(null, undefined)
    const most = isSigned ? maxSignsOfSignedBody : signsAtMost
    const { names, signs } = outlineOf(text, most)
    if (signs > most) return done(unreadable(), undefined)
    return read(request, text, (error, value: unknown) => {
      if (error && isWellFormed(text)) request.refusedAs = { event: 'request.forbidden_name' }
      if (!error && namesOf(value) < names) done(unreadable(), undefined)
      else done(error, value)
    })
  })
}

/** Returns whether the text is JSON. If Fastify refused it anyway, it tried to set a prototype. */
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
 * Counts the names and signs outside the strings of a JSON text. Every colon follows a name, and every other sign
 * begins a value or a level. Stops once there are more than `most`.
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

/**
 * Returns where the string that begins at `from` ends: at the first unescaped quotation mark, or the end of the text.
 */
function endOfString(text: string, from: number) {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** Returns the number of fields of all objects in a value. */
function namesOf(value: unknown) {
  let names = 0
  const left = [value]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.values(value)
    if (!Array.isArray(value)) names += inside.length
    for (const item of inside) if (typeof item === 'object') left.push(item)
  }
  return names
}
