import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One question of a measured set, with what a right first answer contains. */
export interface EvaluationQuestion {
  question: string
  /** Who asks: a client who has just registered, or one who is half-way through. */
  by?: 'fresh' | 'midway'
  expects: Expected
}

/** `says`: a regular expression of what the answer must say besides. */
export type Expected =
  /**
   * The first passage is one of these, each as `article: heading`. `and`: one of these answers a second question.
   */
  | { passage: string[]; and?: string[]; action?: string }
  /** The answer comes from the client's own file. */
  | { facts: string; and?: string[]; action?: string; says?: string }
  /** The answer is the text of this refusal, and a person is offered. */
  | { refusal: 'advice' | 'not_yours' | 'not_told' | 'instructions' }
  /** "I do not know", and the gap is noted. */
  | { unknown: true }
  /** The urgent reply, whatever else was asked. */
  | { urgent: string; says?: string }
  /** A question about what another side has done: the state of the case or "I do not know", and a person is offered. */
  | { person: true }
  /** Anything but a refusal. */
  | { harmless: true }
  /** No question, or none that can be read: a kind reply, and no gap is noted. */
  | { courtesy: 'hello' | 'thanks' | 'self' | 'language' }

/** Sets that the search is tuned to. */
export const devSets = [
  'dev-1',
  'dev-2',
  'dev-3',
  'dev-4',
  'dev-5',
  'dev-6',
  'dev-7',
  'dev-8',
  'dev-9',
] as const
/** Sets that nothing is tuned to: see `bench/assistant/README.md`. */
export const holdoutSets = ['holdout-1', 'holdout-2', 'holdout-3', 'holdout-4', 'holdout-5'] as const

const folder = join(import.meta.dirname, '../../../../bench/assistant')

/** The questions of a set, in the order of its file, a JSON object a line. */
export const evaluationSet = (name: (typeof devSets | typeof holdoutSets)[number]): EvaluationQuestion[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
