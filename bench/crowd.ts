import { accounts } from '#contract/accounts.ts'
import { documents } from '#contract/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'

const people = 50
const uploadsEach = 2
const reading = 10

/** Fifty clients who upload a photograph at the same time, twice, while ten of them look at their tasks. */
export async function measureCrowd(address: string): Promise<string> {
  const picture = await drawPhoto()
  const cookies: string[] = []
  for (let number = 0; number < people; number += 1) cookies.push(await register(address, number))
  let isOver = false
  const looks: number[] = []
  const looking = cookies.slice(0, reading).map(async (cookie) => {
    while (!isOver) looks.push((await timed(address + tasks.list.path, { headers: { cookie } })).took)
  })
  const answers = await Promise.all(
    cookies.map(async (cookie) => {
      const times: { took: number; body: string }[] = []
      for (let round = 0; round < uploadsEach; round += 1) {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(picture)]), `photograph ${round}.jpg`)
        body.append('documentType', 'utility_bill')
        times.push(
          await timed(address + documents.upload.path, { method: 'POST', headers: { cookie }, body }),
        )
      }
      return times
    }),
  )
  isOver = true
  await Promise.all(looking)
  const uploads = answers.flat()
  const waits = uploads.filter(({ body }) => 'wait' in (JSON.parse(body) as object)).length
  const row = (what: string, times: number[]) =>
    `| ${what} | ${times.length.toLocaleString('en-GB')} | ${[0.5, 0.95, 1].map((share) => whole(quantile(times, share))).join(' | ')} |`
  return `${people} clients at once; written by \`npm run bench\`.

| milliseconds to the answer | answers | median | 95% | longest |
|---|---|---|---|---|
${row(
  `POST /api/documents/upload of a photograph (${Math.round(picture.length / 1024)} KB)`,
  uploads.map(({ took }) => took),
)}
${row('GET /api/tasks meanwhile, one after the other', looks)}

${waits} of ${uploads.length} uploads were answered with when they are likely to be read.`
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0

const timed = async (url: string, request: RequestInit) => {
  const began = performance.now()
  const reply = await fetch(url, request)
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${body}`)
  return { took: performance.now() - began, body }
}

const register = async (address: string, number: number) => {
  const username = `crowd-${number}`
  const password = 'correct horse battery'
  const person = { firstName: 'Cleo', lastName: 'Crowd', username, email: `${username}@example.com` }
  const reply = await fetch(address + accounts.register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password, confirmPassword: password }),
  })
  if (!reply.ok) throw new Error(`nobody could register: ${reply.status} ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
