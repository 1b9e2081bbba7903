import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/problem.ts'

// Many times what the longest form has; beyond it a body is not worth reading.
const namesAtMost = 1000

/**
 * Reads JSON bodies: none at all as no input, and none that names a field twice in one object, of which
 * readers take different ones. Prototype poisoning is refused by Fastify's own reader.
 */
export function takeJson(app: FastifyInstance) {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const names = namesIn(text)
    if (names > namesAtMost) return done(unreadable(), undefined)
    return read(request, text, (error, value: unknown) => {
      if (!error && namesOf(value) < names) done(unreadable(), undefined)
      else done(error, value)
    })
  })
}

const unreadable = () => new Problem('invalid', 'We could not read that request.')

/** How many names of fields stand in a JSON text; it stops counting where there are too many. */
function namesIn(text: string) {
  let names = 0
  for (let from = text.indexOf('"'); from !== -1 && names <= namesAtMost; ) {
    const end = endOfString(text, from)
    if (end === -1) break
    isName.lastIndex = end + 1
    if (isName.test(text)) names += 1
    from = text.indexOf('"', end + 1)
  }
  return names
}

const isName = /[ \t\r\n]*:/y

/** Where the string that begins at `from` ends: at the first quotation mark that is not escaped. */
function endOfString(text: string, from: number) {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return -1
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
