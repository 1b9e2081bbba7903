import { onTestFinished } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { LiveEvent, portal } from '#contract/kit/portal.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { messages } from '#contract/messages.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { Client, Portal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'

export type Person = Pick<Client, 'ask' | 'send' | 'user' | 'jar'>

/** Sends a message, with an idempotency key if one is given. */
export const say = (
  from: Pick<Person, 'ask'>,
  to: Pick<Person, 'user'>,
  { content = 'Good morning', key, ...rest }: Partial<Input<typeof messages.send>> & { key?: string } = {},
) =>
  from.ask(
    messages.send,
    { receiverId: to.user.id, content, ...rest },
    key === undefined ? {} : { 'idempotency-key': key },
  )

export const talkOf = (reader: Pick<Person, 'ask'>, other: Pick<Person, 'user'>) =>
  reader.ask(messages.list, { contactId: other.user.id })

export const newestOf = async (...pair: Parameters<typeof talkOf>) => {
  const [newest] = await talkOf(...pair)
  if (!newest) throw new Error('Nothing was said')
  return newest
}

export const contactsOf = (reader: Pick<Person, 'ask'>) => reader.ask(messages.contacts, {})

/** Uploads a document to the client's file that belongs to no task. */
export async function fileDocument(client: Pick<Person, 'send'>, name = 'letter.pdf') {
  const form = new FormData()
  form.append('documentType', 'Message attachment')
  form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), name)
  const reply = await client.send('POST', documents.upload.path, form, {})
  return answerOf(documents.upload, reply).document
}

/** An open page of this person: what it hears of typing, and of what changed. */
export async function hearing({ app }: Portal, { jar }: Pick<Person, 'jar'>) {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const reply = await app.inject({
    method: 'GET',
    url: portal.events.path,
    headers: cookieOf(jar),
    payloadAsStream: true,
    signal: ended.signal,
  })
  let heard = ''
  reply.stream().on('data', (part: Buffer) => {
    heard += part.toString()
  })
  reply.stream().on('error', () => {})
  const events = () =>
    [...heard.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => LiveEvent.parse(JSON.parse(data)))
  return {
    typing: () => events().flatMap(({ type, from }) => (type === 'typing' ? [from] : [])),
    topics: () => events().flatMap(({ topics }) => topics),
  }
}
