import { aboutThePortal, judgement } from './advice.ts'
import { type Courtesy, courtesyOf } from './courtesies.ts'
import { type Danger, dangers } from './dangers.ts'
import { marked, orders } from './orders.ts'
import { othersFacts, othersName } from './others.ts'
import { bereaved, type FilePart, isGeneral, parts } from './parts.ts'
import { clausesOf, plain } from './plain.ts'
import { untold } from './untold.ts'
import { fits } from './ways.ts'

export type Refusal = 'advice' | 'not_yours' | 'not_told' | 'instructions'

/** What a question is about, apart from what the firm's knowledge holds. */
export type Intent =
  | { kind: 'urgent'; danger: Danger }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'file'; parts: FilePart[] }

/** The first that fits, in the order of what must not be missed; null where knowledge is asked for. */
export function intentOf(question: string): Intent | null {
  const text = plain(question)
  const danger = dangers.find(([, some]) => fits(text, some))?.[0]
  if (danger) return { kind: 'urgent', danger }
  const refusal = refusalOf(question, text)
  if (refusal) return { kind: 'refusal', refusal }
  const courtesy = courtesyOf(text)
  if (courtesy) return { kind: 'courtesy', courtesy }
  const asked = partsIn(question)
  return asked.length > 0 ? { kind: 'file', parts: asked } : null
}

function refusalOf(question: string, text: string): Refusal | null {
  if (marked.test(question) || fits(text, orders)) return 'instructions'
  if (fits(text, untold)) return 'not_told'
  if (fits(text, othersFacts) || othersName.test(question)) return 'not_yours'
  return fits(text, judgement) && !fits(text, aboutThePortal) ? 'advice' : null
}

/** Each part of the file that is asked for, in the order of the question. */
function partsIn(question: string): FilePart[] {
  if (fits(plain(question), bereaved)) return []
  const whole = partOf(plain(question))
  const each = clausesOf(question).flatMap((clause) => partOf(plain(clause)) ?? [])
  return each.length > 1 ? [...new Set(each)] : whole ? [whole] : each
}

const partOf = (text: string): FilePart | null =>
  fits(text, isGeneral) ? null : (parts.find(([, some]) => fits(text, some))?.[0] ?? null)
