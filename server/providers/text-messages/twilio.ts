import { z } from 'zod'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type {
  TextConnection,
  TextDelivery,
  TextFailure,
  TextOutcome,
  TextSender,
} from '#server/platform/ports/text-messages.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** Twilio's API for messages (twilio.com/docs/messaging/api/message-resource). */
export const twilioUrl = 'https://api.twilio.com'

const answerAtMost = 1024 * 1024
/** The values that Twilio accepts for ValidityPeriod, in seconds. */
const [shortest, longest] = [1, 36_000]

const Message = z.looseObject({
  sid: z.string(),
  status: z.string(),
  error_code: z.number().nullable().catch(null),
})
const Messages = z.looseObject({
  messages: z.array(Message.extend({ body: z.string().nullable(), date_created: z.string() })),
})
const Refusal = z.looseObject({ code: z.number() })

interface Settings {
  address: string
  fixed: TextConnection | null
  /** Time limit for a response, in milliseconds. */
  timeout?: number
}

export function openTwilio({ address, fixed, timeout = seconds(12) }: Settings): TextSender {
  const ask = (
    { accountSid, keySid, secret }: TextConnection,
    path: string,
    body?: URLSearchParams,
  ): Promise<Response> =>
    fetch(new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${path}`, address), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${keySid}:${secret}`).toString('base64')}`,
        accept: 'application/json',
      },
      ...(body && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
  const read = async <T>(connection: TextConnection, path: string, shape: z.ZodType<T>) => {
    const answer = await ask(connection, path)
    const text = await boundedText(answer, answerAtMost)
    if (!answer.ok) throw new Error(`Twilio answered ${answer.status}.`)
    return shape.parse(JSON.parse(text))
  }
  return {
    name: 'Twilio',
    fixed,
    send: async (connection, { to, body, validFor }) => {
      const { sender } = connection
      const form = new URLSearchParams({
        To: to,
        Body: body,
        [/^MG[0-9a-f]{32}$/i.test(sender) ? 'MessagingServiceSid' : 'From']: sender,
        ValidityPeriod: String(Math.min(longest, Math.max(shortest, Math.floor(validFor)))),
      })
      try {
        const answer = await ask(connection, 'Messages.json', form)
        return deliveryOf(answer.status, await boundedText(answer, answerAtMost))
      } catch (error) {
        return { status: neverLeft(error) ? 'unreached' : 'unknown', failure: 'silent', code: null }
      }
    },
    find: async (connection, { to, body, since }) => {
      const path = `Messages.json?${new URLSearchParams({ To: to, PageSize: '50' }).toString()}`
      const { messages } = await read(connection, path, Messages)
      // Twilio's clock counts in seconds and may differ from ours. A trial account puts words of its own before the
      // text.
      const earliest = since.getTime() - seconds(60)
      const found = messages.find(
        (message) => Date.parse(message.date_created) >= earliest && message.body?.includes(body),
      )
      return found?.sid ?? null
    },
    outcome: async (connection, reference) =>
      outcomeOf(await read(connection, `Messages/${encodeURIComponent(reference)}.json`, Message)),
  }
}

function deliveryOf(status: number, text: string): TextDelivery {
  const body = jsonOf(text)
  if (status >= 200 && status < 300) {
    const message = Message.safeParse(body)
    if (message.success) return { status: 'sent', reference: message.data.sid }
    return { status: 'unknown', failure: 'other', code: null }
  }
  const refusal = Refusal.safeParse(body)
  const code = refusal.success ? refusal.data.code : null
  // A server that failed may have accepted the text before.
  if (status >= 500) return { status: 'unknown', failure: 'silent', code }
  if (status === 429) return { status: 'unreached', failure: 'busy', code }
  if (status === 401 || status === 403 || status === 404)
    return { status: 'unreached', failure: failureOf(code) === 'account' ? 'account' : 'key', code }
  const failure = failureOf(code)
  return { status: isMendable(failure) ? 'unreached' : 'refused', failure, code }
}

/** Returns whether the firm can fix the failure with the provider. The text is then sent afterwards. */
const isMendable = (failure: TextFailure) => failure === 'sender' || failure === 'account'

function outcomeOf({ status, error_code: code }: z.infer<typeof Message>): TextOutcome {
  if (status === 'delivered' || status === 'read') return { status: 'delivered' }
  if (status === 'failed' || status === 'undelivered' || status === 'canceled')
    return { status: 'failed', failure: failureOf(code), code }
  return { status: 'under_way' }
}

/** Twilio's error codes (twilio.com/docs/api/errors). */
const codes: Partial<Record<TextFailure, readonly number[]>> = {
  number: [21211, 21217, 21265, 21614, 30005, 30006],
  blocked: [21610, 30004],
  handset: [30003, 30036],
  filtered: [30007],
  country: [21408, 21612],
  sender: [21212, 21603, 21606, 21607, 21659, 21660, 21661, 21703, 21704, 21705],
  account: [20005, 30002, 63038],
}

function failureOf(code: number | null): TextFailure {
  const known = Object.entries(codes).find(([, list]) => code !== null && list.includes(code))
  return (known?.[0] as TextFailure | undefined) ?? 'other'
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns whether no connection was made over which the text could have been sent. */
const neverLeft = (error: unknown) => {
  const { cause } = error as { cause?: { code?: string } }
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'].includes(
    cause?.code ?? '',
  )
}
