import { type Endpoint, encode, type Input, type Output } from '#contract/kit/endpoint.ts'
import { decodeOutput, problemFrom } from '#contract/kit/transport.ts'
import { answered, parsedBody, unreachable } from './ask.ts'
import { notifyUnauthorized } from './emitter.ts'

/**
 * Calls an endpoint that streams its response, and passes on each event. Rejects with a `Problem`, or with the abort
 * error if stopped.
 */
export async function askStream<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: Output<E>) => void },
) {
  const response = await fetch(endpoint.path, {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(encode(endpoint.input, input)),
    signal,
  }).catch(unlessStopped(signal))
  if (!response.ok || response.body === null) {
    const text = await response.text().catch(unreachable)
    if (response.status === 401) notifyUnauthorized()
    throw problemFrom({ status: response.status, body: parsedBody(text || response.statusText) })
  }
  answered({})
  for await (const data of eventsOf(response.body, signal)) onEvent(decodeOutput(endpoint, JSON.parse(data)))
}

const unlessStopped = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) throw error
  return unreachable()
}

/** Yields the `data` of each server-sent event (WHATWG HTML §9.2). Ours have one line each. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(unlessStopped(signal))
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) if (event.startsWith('data: ')) yield event.slice(6)
    }
  } finally {
    // Ends the download if the caller stops early. A stream that is over has nothing to cancel.
    await reader.cancel().catch(() => {})
    reader.releaseLock()
  }
}
