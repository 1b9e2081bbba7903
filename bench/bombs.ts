import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { payments } from '#contract/payments/payments.ts'
import { bombs } from '#inspector/testing/bombs.ts'
import { okafor, utilityBill } from '#inspector/testing/documents.ts'
import { slowPdf } from '#inspector/testing/hostile.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { type BenchClient, registerClient, timed } from './clients.ts'
import { type Started, startPortal } from './portal.ts'

const files = 200
/** As many as browsers would send at once. */
const atOnce = 24
/** Milliseconds until the wait for a verdict is given up and counted as this long. */
const longestWait = 120_000

interface Place {
  connectionString: string
  folder: string
}

/**
 * Sends two hundred small PDFs that are built to take long, from one client and from ten. Half are refused on upload,
 * half block the reader. Measures how long everyone else waits meanwhile.
 */
export async function measureBombs({ connectionString, folder }: Place): Promise<string> {
  const mails = await openMailbox()
  const environment = {
    DATABASE_URL: connectionString,
    PORTICO_DATA: join(folder, 'bombed'),
    PORTICO_DEMO: '1',
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    PORTICO_MAIL_FROM: 'portal@hartley-rowe.example',
  }
  const pool = new pg.Pool({ connectionString, max: 1 })
  const rows: string[] = []
  let portal = await startPortal(environment)
  try {
    const left: { senders: number; taskId: string }[] = []
    for (const senders of [1, 10])
      left.push({ senders, taskId: await leavePayment(portal, { pool, senders }) })
    await portal.stop('SIGKILL')
    // Nothing is due until the attack has started.
    await pool.query("update payments set created_at = now() + interval '1 hour' where status = 'checking'")
    portal = await startPortal(environment)
    for (const { senders, taskId } of left) {
      rows.push(await attack(portal, { pool, senders, taskId, mails }))
      console.log(rows.at(-1))
    }
  } finally {
    await portal.stop('SIGKILL')
    await pool.end()
    mails.close()
  }
  return `${files} PDFs of ${kilobytes(refusedBomb)} and ${kilobytes(slowBomb)}; rate limits are off; written by \`npm run bench -- bombs\`.

| senders | refused, taken, put off | longest answer to a sender | a reset mail | somebody else's bill, to its answer | to its verdict | a payment, after the full minute |
|---|---|---|---|---|---|---|
${rows.join('\n')}`
}

const refusedBomb = bombs['zeros packed twice']?.() ?? Buffer.alloc(0)
const slowBomb = slowPdf()
const kilobytes = ({ length }: Buffer) => `${(length / 1000).toFixed(1)} kB`

/**
 * Starts a payment during which the portal will be killed, so that its result is unknown until the processor is asked.
 */
async function leavePayment({ address }: Started, { pool, senders }: { pool: pg.Pool; senders: number }) {
  const { id, cookie } = await registerClient(address, `payer-${senders}`)
  const { rows } = await pool.query<{ id: string; amount: number }>(
    "select id, amount from tasks where client_id = $1 and kind = 'payment'",
    [id],
  )
  const { id: taskId = '', amount = 0 } = rows[0] ?? {}
  const body = { taskId, amount, currency: 'GBP', paymentMethod: 'card', paymentToken: 'sandbox_slow' }
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': 'bench' }
  void fetch(address + payments.pay.path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => {},
  )
  const charged = 'select from sandbox_charges c join payments p on p.id::text = c.key where p.task_id = $1'
  while ((await pool.query(charged, [taskId])).rowCount === 0) await sleep(20)
  return taskId
}

interface Attack {
  pool: pg.Pool
  senders: number
  taskId: string
  mails: Mailbox
}

async function attack({ address }: Started, { pool, senders, taskId, mails }: Attack) {
  const named = (name: string) => registerClient(address, `${name}-${senders}`)
  const hostile: BenchClient[] = []
  for (let number = 0; number < senders; number += 1) hostile.push(await named(`hostile${number}`))
  const [reset, reader] = [await named('reset'), await named('reader')]
  const sending = sendAll(address, hostile)
  // Waits until the reader is busy.
  await sleep(3000)
  await pool.query("update payments set created_at = now() - interval '1 minute' where task_id = $1", [
    taskId,
  ])
  const startedAt = Date.now()
  const [mail, bill, paid] = await Promise.all([
    askReset(address, reset, mails),
    readBill(address, reader),
    settled(pool, taskId),
  ])
  const answers = await sending
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  const longest = Math.max(...answers.map(({ took }) => took))
  if (mail > 10_000) throw new Error(`the mail took ${mail} ms`)
  const minute = Math.ceil(startedAt / 60_000) * 60_000
  const inSeconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  return `| ${senders} | ${count(422)}, ${count(201)}, ${files - count(422) - count(201)} | ${[longest, mail, bill.answer, bill.verdict, Math.max(0, paid - minute)].map(inSeconds).join(' | ')} |`
}

/** Sends all files, several at once, alternating between the senders. */
async function sendAll(address: string, senders: BenchClient[]) {
  const answers: Awaited<ReturnType<typeof timed>>[] = []
  let sent = 0
  const go = async () => {
    while (sent < files) {
      const number = sent++
      const sender = senders[number % senders.length]
      if (sender) answers.push(await send(address, sender, number % 4 < 2 ? refusedBomb : slowBomb))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return answers
}

const send = (address: string, { cookie }: BenchClient, bytes: Uint8Array) => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'paper.pdf')
  body.append('documentType', 'utility_bill')
  return timed(address + documents.upload.path, { method: 'POST', headers: { cookie }, body })
}

/** Milliseconds from the request to the mail server. */
async function askReset(address: string, { email }: BenchClient, { arrived }: Mailbox) {
  const began = performance.now()
  const headers = { 'content-type': 'application/json' }
  await timed(address + accounts.askReset.path, { method: 'POST', headers, body: JSON.stringify({ email }) })
  while (!arrived(email, 'Choose a new password')) await sleep(20)
  return performance.now() - began
}

/** Milliseconds to the response and to the verdict. */
async function readBill(address: string, client: BenchClient) {
  const bytes = await drawPdf(utilityBill(okafor))
  const began = performance.now()
  const { took: answer, status, body } = await send(address, client, bytes)
  if (status !== 201) throw new Error(`the bill was answered with ${status} ${body}`)
  const headers = { cookie: client.cookie }
  const isRead = async () => {
    const list = await fetch(address + documents.list.path, { headers })
    return ((await list.json()) as { validation: unknown }[]).every(({ validation }) => validation !== null)
  }
  while (performance.now() - began < longestWait && !(await isRead())) await sleep(50)
  return { answer, verdict: performance.now() - began }
}

/** Waits until the payment is known to be paid. */
async function settled(pool: pg.Pool, taskId: string) {
  const query = "select from payments where task_id = $1 and status = 'completed'"
  while ((await pool.query(query, [taskId])).rowCount === 0) await sleep(50)
  return Date.now()
}

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

async function openMailbox() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      void stream.toArray().then((chunks) => {
        mails.push(Buffer.concat(chunks as Buffer[]).toString())
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.server.address()
  return {
    port: typeof at === 'object' && at ? at.port : 0,
    arrived: (to: string, subject: string) =>
      mails.some((mail) => mail.includes(to) && mail.includes(subject)),
    close: () => server.close(),
  }
}
