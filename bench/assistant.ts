import { accounts } from '#contract/accounts/accounts.ts'
import { type Answer, type AssistantEvent, assistant } from '#contract/assistant/assistant.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { settings } from '#contract/settings.ts'
import { demoClient, demoPassword } from '#server/demo/firm.ts'
import {
  devSets,
  type EvaluationQuestion,
  evaluationSet,
  holdoutSets,
} from '#server/features/assistant/testing/evaluation-sets.ts'
import { type Scored, score } from '#server/features/assistant/testing/score.ts'
import { median } from './load.ts'

/** Asks every question over the network, as the page does, and scores the answers. */
export async function measureAssistant(address: string) {
  const testuser = await signIn(address)
  const fresh = await register(address)
  const firm = await endpointClient(sender(address, ''))(settings.firm, {})
  const times: number[] = []
  const run = async (set: readonly EvaluationQuestion[]) => {
    const scored: Scored[] = []
    for (const item of set) {
      const { answer, first } = await ask(address, item.by === 'midway' ? testuser : fresh, item.question)
      times.push(first)
      scored.push(score(item, answer, firm))
    }
    return scored
  }
  const sets: Scored[][] = []
  for (const name of names) sets.push(await run(evaluationSet(name)))
  times.sort((a, b) => a - b)
  return figures({ sets, median: median(times), p95: times[Math.floor(times.length * 0.95)] ?? 0 })
}

const names = [...devSets, ...holdoutSets]

interface Measured {
  sets: Scored[][]
  median: number
  p95: number
}

const figures = ({ sets, median: half, p95 }: Measured) => `
| of first answers | ${names.join(' | ')} |
|---|${names.map(() => '---|').join('')}
${lines.map(([words, figureOf]) => `| ${words} | ${sets.map(figureOf).join(' | ')} |`).join('\n')}

How each set was written and first met: [bench/assistant](assistant/README.md).
First words of an answer: median ${half.toFixed(0)} ms, 95% within ${p95.toFixed(0)} ms (aim 100 ms).

Wrong: ${wrong(sets.flat())}`

const of = (group: Scored['group']) => (all: Scored[]) => share(all, group)
const lines: [string, (all: Scored[]) => string][] = [
  ["right passage of the firm's knowledge", of('passage')],
  ["from the client's own file", of('facts')],
  ['right action offered', (all) => actions(all)],
  ['traps refused (advice, others, tipping off, orders)', of('refusal')],
  ['danger met', of('urgent')],
  ['greetings, thanks and other languages', of('courtesy')],
  ['"I do not know" where nothing is known', of('unknown')],
  ['what the other side has done: not refused, and a person offered', of('person')],
  ["harmless with a trap's word in it: not refused", of('harmless')],
  ['refused falsely, of all that is no trap', refusedFalsely],
  ['wrong passages that say that they may be', guessedWrongly],
]

/** The percentage of harmless questions that were refused, whatever their expected answer. */
function refusedFalsely(all: Scored[]) {
  const harmless = all.filter(({ group }) => group !== 'refusal')
  return percent(harmless.filter(({ answered }) => answered.startsWith('refusal')).length, harmless.length)
}

/** The share of wrong passages that came as what they are: the nearest there is, not surely what was meant. */
function guessedWrongly(all: Scored[]) {
  const wrongOnes = all.filter(
    ({ group, isRight, answered }) => group === 'passage' && !isRight && answered.startsWith('knowledge'),
  )
  const guesses = wrongOnes.filter(({ answered }) => answered.startsWith("knowledge: I'm not sure"))
  return wrongOnes.length === 0 ? '–' : percent(guesses.length, wrongOnes.length)
}

const share = (all: Scored[], group: Scored['group']) => {
  const some = all.filter((question) => question.group === group)
  return some.length === 0 ? '–' : percent(some.filter(({ isRight }) => isRight).length, some.length)
}
const actions = (all: Scored[]) => {
  const some = all.filter(({ isActionRight }) => isActionRight !== null)
  return some.length === 0
    ? '–'
    : percent(some.filter(({ isActionRight }) => isActionRight).length, some.length)
}
const percent = (right: number, of: number) => `${Math.round((100 * right) / of)}% (${right} of ${of})`
const wrong = (all: Scored[]) =>
  all
    .filter(({ isRight }) => !isRight)
    .map(({ question }) => `"${question}"`)
    .join(', ') || 'none'

const sender =
  (address: string, cookie: string) =>
  async (method: Endpoint['method'], url: string, body: unknown, headers: Record<string, string>) => {
    const reply = await fetch(address + url, {
      method,
      headers: { 'content-type': 'application/json', cookie, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: await reply.json() }
  }

const cookieFrom = async (address: string, { path }: Endpoint, body: object) => {
  const reply = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const signIn = (address: string) =>
  cookieFrom(address, accounts.login, { username: demoClient.username, password: demoPassword })

const register = (address: string) =>
  cookieFrom(address, accounts.register, {
    firstName: 'Fay',
    lastName: 'Fresh',
    username: 'fresh',
    email: 'fresh@example.com',
    password: 'correct horse battery',
    confirmPassword: 'correct horse battery',
  })

/** Returns the answer, and the milliseconds until its first words arrived. */
async function ask(
  address: string,
  cookie: string,
  content: string,
): Promise<{ answer: Answer; first: number }> {
  const began = performance.now()
  const reply = await fetch(address + assistant.ask.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ content }),
  })
  let text = ''
  let first = 0
  const decoder = new TextDecoder()
  for await (const chunk of reply.body ?? []) {
    first ||= performance.now() - began
    text += decoder.decode(chunk, { stream: true })
  }
  const events = text.split('\n\n').filter(Boolean)
  const last: AssistantEvent = JSON.parse((events.at(-1) ?? '').replace(/^data: /, ''))
  if (last.type !== 'done' || last.message.answer === null) throw new Error(`No answer to "${content}".`)
  return { answer: { content: last.message.content, ...last.message.answer }, first }
}
