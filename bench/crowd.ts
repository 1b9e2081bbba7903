import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { documents } from '#contract/documents/documents.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { tasks } from '#contract/tasks.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { registerClient, timed } from './clients.ts'

type Answer = Output<typeof documents.upload>

const people = 50
const uploadsEach = 2
const reading = 10
/** Number of busy processes running beside the portal, as on a shared machine. */
const neighbours = [0, 8]
/** It stops by itself, in case this run is aborted. */
const neighbour = 'const began = Date.now(); while (Date.now() - began < 300_000) {}'
/** Milliseconds until the wait for a verdict is given up. */
const longestWait = 120_000

interface Place {
  address: string
  connectionString: string
}

/** Fifty clients upload a photograph at the same time, twice, while ten of them read their tasks. */
export async function measureCrowd(place: Place): Promise<string> {
  const picture = await drawPhoto()
  const rows: string[] = []
  for (const count of neighbours) rows.push(await measureBeside(count, { ...place, picture }))
  const size = Math.round(picture.length / 1024)
  return `${people} clients upload a photograph of ${size} KB at once, and then another, while ${reading} of them ask for their tasks again and again;
first with the machine to themselves, then beside ${neighbours.at(-1)} processes that never rest. Written by \`npm run bench -- crowd\`.

| beside | uploads to their answer: median, 95%, longest | answered 503, refused | with their verdict, with a wait | reads: median, 95%, longest | first verdict, last verdict |
|---|---|---|---|---|---|
${rows.join('\n')}`
}

async function measureBeside(
  count: number,
  { address, connectionString, picture }: Place & { picture: Uint8Array },
) {
  const cookies: string[] = []
  for (let number = 0; number < people; number += 1)
    cookies.push((await registerClient(address, `crowd-${count}-${number}`)).cookie)
  const pool = new pg.Pool({ connectionString, max: 1 })
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', neighbour]))
  try {
    const began = new Date()
    const { uploads, looks, refused } = await uploadAll(address, cookies, picture)
    const { first, last, unread } = await verdictsSince(pool, began)
    const taken = uploads.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body) as Answer)
    const putOff = uploads.filter(({ status }) => status === 503).length
    const waits = taken.filter(({ wait }) => wait !== undefined).length
    const read = taken.filter(({ document }) => document.validation !== null).length
    const cells = [
      count === 0 ? 'nothing' : `${count} processes`,
      quantiles(uploads.map(({ took }) => took)),
      `${putOff}, ${uploads.length - putOff - taken.length}`,
      `${read}, ${waits} of ${uploads.length}`,
      `${quantiles(looks)}${refused > 0 ? `, ${refused} answered 503` : ''}`,
      `${seconds(first)}, ${unread > 0 ? `${unread} not within ${seconds(longestWait)}` : seconds(last)}`,
    ]
    console.log(cells.join(' | '))
    return `| ${cells.join(' | ')} |`
  } finally {
    for (const child of busy) end(child)
    await pool.end()
  }
}

async function uploadAll(address: string, cookies: string[], picture: Uint8Array) {
  let isOver = false
  const looks: number[] = []
  let refused = 0
  const looking = cookies.slice(0, reading).map(async (cookie) => {
    while (!isOver) {
      const { took, status } = await timed(address + tasks.list.path, { headers: { cookie } })
      if (status === 200) looks.push(took)
      else refused += 1
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
  return { uploads: answers.flat(), looks, refused }
}

/** Milliseconds until the first and the last document sent since `began` had been read. */
async function verdictsSince(pool: pg.Pool, began: Date) {
  const query = `select min(ended_at) as first, max(ended_at) as last, count(*) filter (where ended_at is null)::int as unread
    from document_readings where queued_at >= $1`
  for (;;) {
    const { rows } = await pool.query<{ first: Date | null; last: Date | null; unread: number }>(query, [
      began,
    ])
    const { first = null, last = null, unread = 0 } = rows[0] ?? {}
    if (unread === 0 || Date.now() - began.getTime() > longestWait)
      return { first: since(began, first), last: since(began, last), unread }
    await sleep(1000)
  }
}

const since = (began: Date, at: Date | null) => (at === null ? Number.NaN : at.getTime() - began.getTime())

const end = (process: ChildProcess) => process.kill('SIGKILL')

const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const quantiles = (times: number[]) =>
  `${[0.5, 0.95, 1].map((share) => whole(quantile(times, share))).join(', ')} ms`
const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0
