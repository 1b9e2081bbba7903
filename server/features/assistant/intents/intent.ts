import { type Danger, dangers } from './dangers.ts'
import { type FilePart, parts } from './parts.ts'
import { aboutThePortal, othersName, type Refusal, refused } from './refused.ts'

/** What a question is about, apart from what the firm's knowledge holds. */
export type Intent =
  | { kind: 'urgent'; danger: Danger }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'file'; part: FilePart }

/** The first that fits, in the order of what must not be missed; null where knowledge is asked for. */
export function intentOf(question: string): Intent | null {
  const text = plain(question)
  const danger = firstOf(dangers, text)
  if (danger) return { kind: 'urgent', danger }
  const refusal = firstOf(refused, text)
  if (refusal && !(refusal === 'advice' && aboutThePortal.test(text))) return { kind: 'refusal', refusal }
  if (othersName.test(question)) return { kind: 'refusal', refusal: 'not_yours' }
  const part = bereaved.test(text) ? null : firstOf(parts, text)
  return part && { kind: 'file', part }
}

/** Somebody has died: "what do I do first" is no question about tasks. */
const bereaved = /\b(died|passed away|death of|has passed)\b/

const firstOf = <T extends string>(table: [T, RegExp[]][], text: string): T | null =>
  table.find(([, patterns]) => patterns.some((pattern) => pattern.test(text)))?.[0] ?? null

const plain = (question: string) =>
  question.toLowerCase().normalize('NFKC').replace(/[’`]/g, "'").replace(/\s+/g, ' ').trim()
