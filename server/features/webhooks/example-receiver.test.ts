import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exampleReceiver } from '#contract/webhook-receiver.ts'
import { signatureHeader } from '#contract/webhooks.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { freePort, isListening } from '#server/testing/loopback.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-receiver-'))
const port = await freePort()
const secret = 'whsec_of_this_test'
writeFileSync(join(folder, 'receive.mjs'), exampleReceiver.replace('8080', String(port)))
const receiver = spawn(process.execPath, [join(folder, 'receive.mjs')], { env: { PORTICO_SECRET: secret } })
let printed = ''
receiver.stdout.on('data', (part) => {
  printed += part
})
afterAll(() => {
  receiver.kill()
  rmSync(folder, { recursive: true })
})
beforeAll(() => vi.waitUntil(() => isListening(port), seconds(25)))

const second = () => Math.floor(Date.now() / 1000)
const signed = (body: string, at = second()) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
const statusOf = async (body: string, signature?: string) => {
  const headers = signature === undefined ? {} : { [signatureHeader]: signature }
  return (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body })).status
}

test('the example program refuses what is not signed, and goes on', async () => {
  const body = '{"type":"case.opened"}'
  expect(await statusOf(body)).toBe(400)
  expect(await statusOf(body, 'nothing like it')).toBe(400)
  expect(await statusOf(body, 't,v1')).toBe(400)
  expect(await statusOf(`${body} `, signed(body))).toBe(400)
  expect(await statusOf(body, signed(body, second() - 600))).toBe(400)
  expect(printed).toBe('')
  expect(receiver.exitCode).toBeNull()
})

test('the example program takes what is signed, in letters of any alphabet and of any length', async () => {
  const body = JSON.stringify({ type: 'case.stage_changed', stage: 'Zażółć 契約 '.repeat(20_000) })
  expect(await statusOf(body, signed(body))).toBe(204)
  await expect.poll(() => printed).toContain('case.stage_changed')
})
