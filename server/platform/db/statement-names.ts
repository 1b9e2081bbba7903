/** A shorter statement, such as the start of a transaction, has nothing to plan. */
const longFrom = 60
/** After how many times a statement runs often: more than a page that somebody opens now and then. */
const often = 5
/**
 * The most statements that get a name, because each connection keeps the plans of those that it has run. PostgreSQL's
 * JDBC driver has the same limit.
 */
const mostNamed = 256
/** The most statements that are counted at once. */
const mostCounted = 1000

/**
 * Returns a function that names a statement which has run often, for all connections to one database. PostgreSQL
 * then parses it once per connection, and keeps its plan if that is as good as one for these very values. The name stands
 * for the text alone, so values never mix.
 */
export function openStatementNames() {
  const timesRun = new Map<string, number>()
  const names = new Map<string, string>()
  return (question: unknown, values: unknown) => {
    // Without values it may be several statements, which have no name in common.
    if (!isPlanned(question) || !Array.isArray(values) || values.length === 0) return question
    const { text } = question
    const known = names.get(text)
    if (known !== undefined) return { ...question, name: known }
    if (names.size >= mostNamed) return question
    const times = (timesRun.get(text) ?? 0) + 1
    if (timesRun.size >= mostCounted) timesRun.clear()
    timesRun.set(text, times)
    if (times < often) return question
    timesRun.delete(text)
    const name = `often_${names.size}`
    names.set(text, name)
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
