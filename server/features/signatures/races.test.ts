import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawn, send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')

const endOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? (error.reason ?? error.code) : String(error)),
  )

const filesKept = async () => {
  let kept = 0
  for await (const { isStaged } of portal.ports.files.list()) kept += isStaged ? 0 : 1
  return kept
}

test('two tabs and three presses come to one signature, and leave one sealed file', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  const before = await filesKept()
  const ends = await Promise.all(
    [typed(id), drawn(id), typed(id)].map((body) => endOf(client.ask(signatures.create, body))),
  )
  expect(ends.sort()).toEqual(['already_signed', 'already_signed', 'done'])
  expect(await client.ask(signatures.list, {})).toHaveLength(1)
  expect(await filesKept()).toBe(before + 1)
  const [checked] = await client.ask(signatures.ofDocument, { id })
  expect(checked).toMatchObject({ status: 'Verified' })
  const kinds = checked?.events.map(({ kind }) => kind) ?? []
  expect(kinds).toEqual(['sent', 'pages_seen', 'consented', 'signed', 'sealed'])
})

test('where the firm takes a document back while it is signed, exactly one of the two happens', async () => {
  for (let round = 0; round < 3; round += 1) {
    const client = await portal.client()
    const { id } = await send(solicitor, client)
    const signing = endOf(client.ask(signatures.create, typed(id)))
    await new Promise((resolve) => setTimeout(resolve, round * 300))
    const cancelling = endOf(solicitor.ask(signatures.cancel, { id }))
    const [signed, cancelled] = await Promise.all([signing, cancelling])
    const { request } = await solicitor.ask(signatures.evidence, { id })
    const isSigned = signed === 'done'
    expect([signed, cancelled]).toEqual(
      isSigned ? ['done', 'already_signed'] : ['signature_cancelled', 'done'],
    )
    expect(request.state).toBe(isSigned ? 'signed' : 'cancelled')
    expect(await client.ask(signatures.list, {})).toHaveLength(isSigned ? 1 : 0)
  }
})

test('what happens to a document while it is sealed stands in its record, in its place', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  const [end] = await Promise.all([
    endOf(client.ask(signatures.create, typed(id))),
    client.ask(signatures.opened, { id }),
  ])
  expect(end).toBe('done')
  const [checked] = await client.ask(signatures.ofDocument, { id })
  expect(checked).toMatchObject({ status: 'Verified' })
  expect(checked?.events.map(({ number }) => number)).toEqual(checked?.events.map((_, at) => at + 1))
})

test('ten windows that look for the letter find one', async () => {
  const client = await portal.client()
  const before = await filesKept()
  const found = await Promise.all(Array.from({ length: 10 }, () => client.ask(signatures.requests, {})))
  expect(new Set(found.flat().map(({ id }) => id)).size).toBe(1)
  expect(await filesKept()).toBe(before + 1)
})

test('the letter is signed once, however often it is sent, and its task is settled once', async () => {
  const client = await portal.client()
  const [letter] = await client.ask(signatures.requests, {})
  if (!letter) throw new Error('no letter')
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => endOf(client.ask(signatures.create, typed(letter.id)))),
  )
  expect(ends.filter((end) => end === 'done')).toHaveLength(1)
  const task = (await client.ask(tasks.list, {})).find(({ id }) => id === letter.taskId)
  expect(task?.status).toBe('completed')
})
