import { accounts } from '#contract/accounts.ts'
import { type Answer, type AssistantEvent, assistant } from '#contract/assistant.ts'
import { asker, type Endpoint } from '#contract/kit.ts'
import { settings } from '#contract/settings.ts'
import { demoClient, demoPassword } from '#server/demo/firm.ts'
import { everyday } from '#server/features/assistant/testing/questions/everyday.ts'
import { heldOut } from '#server/features/assistant/testing/questions/held-out.ts'
import { otherVoices } from '#server/features/assistant/testing/questions/other-voices.ts'
import type { Asked } from '#server/features/assistant/testing/questions/question.ts'
import { questions } from '#server/features/assistant/testing/questions/set.ts'
import { strangers } from '#server/features/assistant/testing/questions/strangers.ts'
import { strangersApart } from '#server/features/assistant/testing/questions/strangers-apart.ts'
import { unseen } from '#server/features/assistant/testing/questions/unseen.ts'
import { worried } from '#server/features/assistant/testing/questions/worried.ts'
import { worriedApart } from '#server/features/assistant/testing/questions/worried-apart.ts'
import { type Scored, score } from '#server/features/assistant/testing/scoring.ts'
import { median } from './load.ts'

/**
 * As each set was first met, before anything was tuned to it: this is what a question of a real client can
 * expect, and the table is not. The second and third are by other hands.
 */
const firstMet =
  'As first met, before anything was tuned to them, the right passage came first in 98 of 134 of our own ' +
  "questions, in 16 of 47 of another hand's (7 of 16 traps were refused by name) and, after that was mended, " +
  'in 21 of 32 of a third set (own file 6 of 10, 4 of 10 traps by name). Of a fourth, typed as on a phone, 24 of ' +
  '46 passages, 7 of 19 about the own file and 13 of 27 traps were right. After the rules had been built anew from ' +
  'kinds of words, a fifth set in other voices was met with 12 of 22 passages, 5 of 8 about the own file and 5 of ' +
  '10 traps by name (of the others four were told "I do not know", and one the own appointments); apart from ' +
  'danger (0 of 2 then) nothing was tuned to it. A sixth set of worried clients was written before its writer had ' +
  'read the rules and halved by a hash: the tuned half was met with 26 of 43 passages, 8 of 11 own file and 11 of ' +
  '17 traps, the half apart with 29 of 43, 6 of 10 and 10 of 18. The half apart was only scored since, but the ' +
  'articles were widened by the hand that had written it: what a question nobody has seen can expect lies between ' +
  'it and the other voices. A seventh set, of strangers of all sorts, was written and scored before its writer had ' +
  'read anything but the headings of the articles, and halved by a hash: the tuned half was met with 55 of 72 ' +
  'passages, 13 of 13 own file and 21 of 24 traps, 7 of 105 refused falsely; the half apart with 66 of 79, 10 of 14, ' +
  '23 of 24 and 5 of 112. The half apart was scored once more, at the end; then its ' +
  'short questions for what is left were tuned to. A passage that ' +
  'stands beside a refusal of legal advice counts as found, and in the last line of the table as refused.'

/** Asks every question over the network, as the page does, and scores what came. */
export async function measureAssistant(address: string) {
  const testuser = await signIn(address)
  const fresh = await register(address)
  const firm = await asker(sender(address, ''))(settings.firm, {})
  const times: number[] = []
  const run = async (set: readonly Asked[]) => {
    const scored: Scored[] = []
    for (const asked of set) {
      const { answer, first } = await ask(address, asked.by === 'midway' ? testuser : fresh, asked.question)
      times.push(first)
      scored.push(score(asked, answer, firm))
    }
    return scored
  }
  const sets = [
    await run(questions),
    await run(heldOut),
    await run(unseen),
    await run(everyday),
    await run(otherVoices),
    await run(worried),
    await run(worriedApart),
    await run(strangers),
    await run(strangersApart),
  ]
  times.sort((a, b) => a - b)
  return figures({ sets, median: median(times), p95: times[Math.floor(times.length * 0.95)] ?? 0 })
}

interface Measured {
  sets: Scored[][]
  median: number
  p95: number
}

const figures = ({ sets, median: half, p95 }: Measured) => `
| of first answers, now | our questions | another hand's | a third set | as on a phone | other voices, not tuned to | worried, tuned half | worried, half apart | strangers, tuned half | strangers, half apart |
|---|---|---|---|---|---|---|---|---|---|
${lines.map(([words, told]) => `| ${words} | ${sets.map(told).join(' | ')} |`).join('\n')}

${firstMet}
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
]

/** Of all that may be answered, whatever the answer should have been. */
function refusedFalsely(all: Scored[]) {
  const harmless = all.filter(({ group }) => group !== 'refusal')
  return percent(harmless.filter(({ answered }) => answered.startsWith('refusal')).length, harmless.length)
}

const share = (all: Scored[], group: Scored['group']) => {
  const some = all.filter((one) => one.group === group)
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

/** The answer, and the milliseconds until its first words were there. */
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
