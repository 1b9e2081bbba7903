import { documents } from '#contract/documents.ts'
import type { Output } from '#contract/kit.ts'
import { tasks } from '#contract/tasks.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { registerClient, timed } from './clients.ts'

type Answer = Output<typeof documents.upload>

const people = 50
const uploadsEach = 2
const reading = 10

/** Fifty clients who upload a photograph at the same time, twice, while ten of them look at their tasks. */
export async function measureCrowd(address: string): Promise<string> {
  const picture = await drawPhoto()
  const cookies: string[] = []
  for (let number = 0; number < people; number += 1)
    cookies.push((await registerClient(address, `crowd-${number}`)).cookie)
  let isOver = false
  const looks: number[] = []
  const looking = cookies.slice(0, reading).map(async (cookie) => {
    while (!isOver) {
      const { took, status } = await timed(address + tasks.list.path, { headers: { cookie } })
      if (status !== 200) throw new Error(`the tasks were answered with ${status}`)
      looks.push(took)
    }
  })
  const answers = await Promise.all(
    cookies.map(async (cookie) => {
      const times: Awaited<ReturnType<typeof timed>>[] = []
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
  const refused = uploads.find(({ status }) => status !== 201 && status !== 503)
  if (refused) throw new Error(`an upload was answered with ${refused.status} ${refused.body}`)
  const taken = uploads.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body) as Answer)
  const waits = taken.filter(({ wait }) => wait !== undefined).length
  const read = taken.filter(({ document }) => document.validation !== null).length
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

${read} of ${uploads.length} uploads were answered with their verdict, ${waits} with when they are likely to be read; ${uploads.length - taken.length} were asked to come back.`
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0
