import { type AssistantEvent, type AssistantMessage, assistant } from '#contract/assistant/assistant.ts'
import { documents } from '#contract/documents/documents.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { plainPage, readOf } from '#server/features/documents/testing/documents.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

/** Asks as the page does, and returns everything that was streamed. */
export async function askAssistant(client: Pick<Client, 'send'>, content: string) {
  const { status, body } = await client.send('POST', assistant.ask.path, { content }, {})
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  const events = String(body)
    .split('\n\n')
    .filter(Boolean)
    .map((event): AssistantEvent => JSON.parse(event.replace(/^data: /, '')))
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error(`The answer ended with ${last?.type}.`)
  const streamed = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  return { events, streamed, message: last.message, answer: answerIn(last.message) }
}

const answerIn = ({ content, answer }: AssistantMessage) => {
  if (answer === null) throw new Error('The assistant did not answer.')
  return { content, ...answer }
}

/**
 * Returns a client half-way through: onboarding is complete, one document was kept unchanged after its check, and the
 * fees are open.
 */
export async function midway(portal: Portal) {
  const client = await portal.client()
  await client.ask(onboarding.complete, {})
  const address = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'proof_of_address')
  const form = new FormData()
  form.append('taskId', address?.id ?? '')
  form.append('documentType', 'Upload proof of address')
  form.append('file', new Blob([plainPage], { type: 'application/pdf' }), 'statement.pdf')
  const { document } = answerOf(documents.upload, await client.send('POST', documents.upload.path, form, {}))
  await readOf(client, document)
  await client.ask(documents.keep, { id: document.id })
  return client
}
