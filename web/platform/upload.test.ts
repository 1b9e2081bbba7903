import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { upload } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { sendFile } from './upload.ts'

// @vitest-environment jsdom

const scan = upload('/api/scans', {
  input: z.strictObject({ taskId: z.string().optional(), kind: z.string() }),
  output: z.strictObject({ id: z.string() }),
  audience: 'client',
  summary: 'Only for this test',
})
const file = new File(['%PDF-'], 'passport.pdf', { type: 'application/pdf' })

/** A stand-in for the browser's request, driven by the test. */
const makeWire = () => {
  const made = {
    upload: { onprogress: (_event: { loaded: number; total: number }) => {} },
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    abort: () => made.onabort(),
    open: vi.fn(),
    setRequestHeader: vi.fn<(name: string, value: string) => void>(),
    send: vi.fn<(parts: FormData) => void>(),
    status: 0,
    responseText: '',
    answer: (status: number, responseText: string) => {
      Object.assign(made, { status, responseText })
      made.onload()
    },
  }
  return made
}
const wires: ReturnType<typeof makeWire>[] = []
const latest = () => {
  const made = wires.at(-1)
  if (!made) throw new Error('Nothing was sent')
  return made
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    const made = makeWire()
    wires.push(made)
    return made
  })
})
afterEach(() => vi.unstubAllGlobals())

test('an upload sends its fields before its file and tells how much has left', async () => {
  const progress: number[] = []
  const headers = { 'idempotency-key': 'one' }
  const sent = sendFile(
    scan,
    { kind: 'passport' },
    { file, headers, onProgress: (part) => progress.push(part) },
  )
  latest().upload.onprogress({ loaded: 25, total: 100 })
  latest().answer(201, '{"id":"s1"}')
  expect(await sent).toEqual({ id: 's1' })
  expect(latest().open).toHaveBeenCalledWith('POST', '/api/scans')
  expect(latest().setRequestHeader.mock.calls).toEqual([['idempotency-key', 'one']])
  expect([...(latest().send.mock.calls[0]?.[0].keys() ?? [])]).toEqual(['kind', 'file'])
  expect(progress).toEqual([0.25, 1])
})

test('a refused upload carries the words and the reason of the server', async () => {
  const sent = sendFile(scan, { kind: 'passport' }, { file })
  const refusal = new Problem('too_large', 'Please select a smaller file', { reason: 'file_too_large' })
  latest().answer(413, JSON.stringify(refusal))
  await expect(sent).rejects.toMatchObject({ code: 'too_large', reason: 'file_too_large' })
})

test('an upload whose connection is lost says that nothing is lost', async () => {
  const sent = sendFile(scan, { kind: 'passport' }, { file })
  latest().onerror()
  await expect(sent).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Nothing you entered has been lost'),
  })
})

test('a stopped upload ends at once and is no problem to report', async () => {
  const stop = new AbortController()
  const sent = sendFile(scan, { kind: 'passport' }, { file, signal: stop.signal })
  stop.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
