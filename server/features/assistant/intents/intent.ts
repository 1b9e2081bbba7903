import { aboutThePortal, judgement } from './advice.ts'
import { guessOf } from './classifier.ts'
import { type Courtesy, courtesyOf } from './courtesies.ts'
import { type Danger, dangers } from './dangers.ts'
import { opinions } from './opinions.ts'
import { isOrder } from './orders.ts'
import { othersFacts, othersName } from './others.ts'
import { isOutside } from './outside.ts'
import { bereaved, type FilePart, isGeneral, parts } from './parts.ts'
import { clausesOf, plain } from './plain.ts'
import { isUntold } from './untold.ts'
import { fits } from './ways.ts'

export type Refusal = 'advice' | 'not_yours' | 'not_told' | 'instructions'

/** What a question is about, apart from what the firm's knowledge holds. */
export type Intent =
  | { kind: 'urgent'; danger: Danger }
  /** A guess gives way to what is asked for in known words. */
  | { kind: 'refusal'; refusal: Refusal; chance?: number }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'file'; parts: FilePart[]; isOutside?: boolean }

/** From here on a guess is taken against a rule for the own file, and where there is no rule. */
const certain = 0.98
const likely = 0.8

/** The first that fits, in the order of what must not be missed; null where knowledge is asked for. */
export function intentOf(question: string): Intent | null {
  const text = plain(question)
  const danger = dangers.find(([, some]) => fits(text, some))?.[0]
  if (danger) return { kind: 'urgent', danger }
  const refusal = refusalOf(question, text)
  if (refusal) return { kind: 'refusal', refusal }
  const courtesy = courtesyOf(text)
  if (courtesy) return { kind: 'courtesy', courtesy }
  if (isOutside(text)) return { kind: 'file', parts: ['cases'], isOutside: true }
  const { trap, chance } = guessOf(text)
  if (chance > certain) return { kind: 'refusal', refusal: trap, chance }
  const asked = partsIn(question)
  if (asked.length > 0) return { kind: 'file', parts: asked }
  return chance > likely ? { kind: 'refusal', refusal: trap, chance } : null
}

function refusalOf(question: string, text: string): Refusal | null {
  if (isOrder(question, text)) return 'instructions'
  if (isUntold(text)) return 'not_told'
  if (!isOutside(text) && (fits(text, othersFacts) || othersName.test(question))) return 'not_yours'
  if (fits(text, opinions)) return 'advice'
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
