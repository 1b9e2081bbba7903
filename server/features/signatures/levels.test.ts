import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DocumentId } from '#contract/documents/documents.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { askOpensslOfAll, secondCheck } from '#server/platform/signing/testing/second-check.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openTestAuthority } from '#server/providers/time-stamps/testing/authority.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { signatureRequests } from './schema.ts'
import { send, typed } from './testing/signature-requests.ts'

const ca = await openTestAuthority()
const timeStamps = { url: ca.url, login: null, certificates: join(ca.folder, 'ca.pem') }
const portal = await openPortal({ settings: { timeStamps } })
const solicitor = await portal.staff('fee_earner')

async function signedBy(client: Client) {
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, typed(id))
  return id
}
const copyOf = async ({ jar }: Pick<Client, 'jar'>, id: DocumentId) =>
  (await portal.app.inject({ url: `/api/documents/${id}/signed`, headers: cookieOf(jar) })).rawPayload
const verdictOn = (file: Buffer) =>
  portal.visitor().ask(signatures.verify, { sha256: createHash('sha256').update(file).digest('hex') })
const checked = async (client: Client, id: DocumentId) => {
  const [signature] = await client.ask(signatures.ofDocument, { id })
  return signature
}
const strengthen = async () => {
  await portal.pool.query("select graphile_worker.add_job('strengthenSeals')")
  await expectDone(portal, 'strengthenSeals')
}

test('a document signed while the authority answers is B-LTA at once, and everybody who looks is told by whom', async () => {
  const client = await portal.client()
  const id = await signedBy(client)
  expect(await checked(client, id)).toMatchObject({
    status: 'Verified',
    level: 'B-LTA',
    stamped: { by: 'Test Time Stamps', at: expect.any(Date) },
  })
  const { signatures: seen } = await solicitor.ask(signatures.evidence, { id })
  expect(seen).toMatchObject([{ status: 'Verified', level: 'B-LTA' }])
  const file = await copyOf(client, id)
  expect(await verdictOn(file)).toMatchObject({ outcome: 'signed', level: 'B-LTA' })
  const path = join(portal.folder, `${id}.pdf`)
  writeFileSync(path, file)
  expect(secondCheck(path)).toMatchObject({ isValid: true, isWhole: true })
  const { certificate } = JSON.parse(readFileSync(join(portal.folder, 'keys', 'seal.json'), 'utf8'))
  writeFileSync(`${path}.pem`, certificate)
  const roots = { seal: `${path}.pem`, stamps: timeStamps.certificates }
  expect(askOpensslOfAll(path, roots)).toEqual({
    isSealed: true,
    stamps: [true],
  })
  expect((await textOfPdf(file)).text.replaceAll(/\s+/g, ' ')).toContain('under the European standard PAdES')
})

test('without an authority a document is B-B, and that is said', async () => {
  const plain = await openPortal()
  const sender = await plain.staff('fee_earner')
  const client = await plain.client()
  const { id } = await send(sender, client)
  await client.ask(signatures.create, typed(id))
  expect(await client.ask(signatures.ofDocument, { id })).toMatchObject([
    { status: 'Verified', level: 'B-B', stamped: null },
  ])
})

test('while the authority is away documents are signed all the same; later the file is longer, and the first copy stays known', async () => {
  const client = await portal.client()
  ca.state.fault = 'down'
  const id = await signedBy(client)
  const first = await copyOf(client, id)
  expect(await checked(client, id)).toMatchObject({ status: 'Verified', level: 'B-B', stamped: null })
  expect(await verdictOn(first)).toMatchObject({ outcome: 'signed', level: 'B-B' })
  // The authority is still unreachable: nothing changes, and it is asked again later.
  portal.wait(minutes(5))
  await strengthen()
  expect(await copyOf(client, id)).toEqual(first)

  ca.state.fault = null
  portal.wait(minutes(10))
  await strengthen()
  const longer = await copyOf(client, id)
  expect(longer.subarray(0, first.length).equals(first)).toBe(true)
  expect(await checked(client, id)).toMatchObject({ status: 'Verified', level: 'B-LTA', findings: [] })
  const { events } = await solicitor.ask(signatures.evidence, { id })
  expect(events.filter(({ kind }) => kind === 'strengthened')).toMatchObject([
    { by: events.find(({ kind }) => kind === 'sealed')?.by, detail: 'PAdES B-LTA' },
  ])
  expect(await verdictOn(longer)).toMatchObject({ outcome: 'signed', level: 'B-LTA' })
  expect(await verdictOn(first)).toMatchObject({
    outcome: 'signed',
    level: 'B-B',
    signedAt: expect.any(Date),
  })

  // It has every proof there is, so the authority is not asked again.
  const requestsBefore = ca.state.requests.length
  portal.wait(minutes(20))
  await strengthen()
  expect(ca.state.requests).toHaveLength(requestsBefore)
})

test('of a file that was strengthened, every changed byte, level and digest is found out', async () => {
  const client = await portal.client()
  ca.state.fault = 'down'
  const id = await signedBy(client)
  ca.state.fault = null
  portal.wait(minutes(6))
  await strengthen()
  const [row] = await portal.db.select().from(signatureRequests).where(eq(signatureRequests.documentId, id))
  const path = join(portal.folder, 'files', row?.signedKey ?? '')
  const bytes = readFileSync(path)
  for (const at of [200, bytes.length - 40]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(path, changed)
    expect(await checked(client, id)).toMatchObject({
      status: 'Altered',
      findings: ['The signed copy was changed.'],
      level: null,
    })
  }
  writeFileSync(path, bytes)
  expect(await checked(client, id)).toMatchObject({ status: 'Verified' })
  await portal.db.execute(
    sql`update signature_events set details = details || '{"level":"B-T"}' where kind = 'strengthened' and document_id = ${id}`,
  )
  expect((await checked(client, id))?.status).toBe('Altered')
})

test('a file that was damaged is not strengthened, and what is signed beside it is', async () => {
  const client = await portal.client()
  ca.state.fault = 'down'
  const [damaged, sound] = [await signedBy(client), await signedBy(client)]
  ca.state.fault = null
  const [row] = await portal.db
    .select()
    .from(signatureRequests)
    .where(eq(signatureRequests.documentId, damaged))
  const path = join(portal.folder, 'files', row?.signedKey ?? '')
  writeFileSync(path, readFileSync(path).subarray(0, -10))
  portal.wait(minutes(6))
  await strengthen()
  expect(await checked(client, damaged)).toMatchObject({ status: 'Altered' })
  expect(await checked(client, sound)).toMatchObject({ status: 'Verified', level: 'B-LTA' })
})
