import { minutes } from '../time/durations.ts'

/** A shorter statement, such as the start of a transaction, has nothing to plan. */
const longFrom = 60
/** After how many times a statement runs often: more than a page that somebody opens now and then. */
const often = 5
/** The most statements that have a name, because each connection keeps the plans of those that it has run. */
export const mostNamed = 512
/** The most statements that are counted at once. */
const mostCounted = 1000
/**
 * How long a statement was not run before another takes its place. A connection keeps its plan until it closes, which is
 * within the hour.
 */
const unusedFor = minutes(10)

/**
 * Returns a function that names a statement which has run often, for all connections to one database. PostgreSQL then
 * parses it once per connection, and keeps its plan if that is as good as one for these very values. The name stands for
 * the text alone, so values never mix. `now` is in milliseconds.
 */
export function openStatementNames(now: () => number = () => performance.now()) {
  const timesRun = new Map<string, number>()
  // Those that ran last stand last.
  const named = new Map<string, { name: string; ranAt: number }>()
  let given = 0
  const isRoom = () => {
    const [longestUnused] = named
    if (named.size < mostNamed || !longestUnused) return true
    const [text, { ranAt }] = longestUnused
    return now() - ranAt >= unusedFor && named.delete(text)
  }
  const keep = (text: string, name: string) => {
    named.delete(text)
    named.set(text, { name, ranAt: now() })
  }
  return (question: unknown, values: unknown) => {
    // Without values it may be several statements, which have no name in common.
    if (!isPlanned(question) || !Array.isArray(values) || values.length === 0) return question
    const { text } = question
    const known = named.get(text)
    if (known !== undefined) {
      keep(text, known.name)
      return { ...question, name: known.name }
    }
    const times = (timesRun.get(text) ?? 0) + 1
    if (timesRun.size >= mostCounted) timesRun.clear()
    timesRun.set(text, times)
    if (times < often || !isRoom()) return question
    timesRun.delete(text)
    const name = `often_${given}`
    given += 1
    keep(text, name)
    return { ...question, name }
  }
}

/** Whether this is a question that has something to plan, without a name of its own. */
const isPlanned = (question: unknown): question is { text: string } =>
  typeof question === 'object' &&
  question !== null &&
  'text' in question &&
  typeof question.text === 'string' &&
  question.text.length >= longFrom &&
  !('submit' in question) &&
  !('name' in question && question.name)
