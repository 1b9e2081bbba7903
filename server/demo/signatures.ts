import type { FastifyInstance } from 'fastify'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { fullName } from '#contract/kit/names.ts'
import { answerOf, endpointClient } from '#contract/kit/transport.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import type { Drawing } from '#server/platform/pdf/draw-pages.ts'
import type { Letterhead } from '#server/platform/pdf/layout.ts'
import { demoClient, demoFirm, demoPassword, demoPurchase, demoStaff } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

/** Sends two documents from the solicitor. The client signs the first, and the second is left to sign. */
export async function seedSignatures(app: FastifyInstance, { draw }: Drawing) {
  const [{ username }] = demoStaff
  const solicitor = { ...(await personAt(app, username)), draw }
  if ((await solicitor.ask(signatures.sent, {})).length > 0) return
  const clients = await solicitor.ask(signatures.recipients, {})
  const client = clients.find(({ email }) => email === demoClient.email)
  if (!client) return
  const authority = await sendTo(solicitor, client.id, {
    name: 'Authority to act',
    description: 'So that we may speak to the seller’s solicitors and your lender for you.',
    paragraphs: [
      `I authorise Hartley & Rowe to act for me in the purchase of ${demoPurchase.full}.`,
      'They may give information about this purchase to the seller’s solicitors, my lender and the Land Registry, and receive it from them.',
      'I may withdraw this authority at any time in writing.',
    ],
  })
  await sendTo(solicitor, client.id, {
    name: 'Contract for sale',
    description: 'The part of the contract that you sign. We exchange it only when you tell us to.',
    paragraphs: [
      `Property: ${demoPurchase.full}. Purchase price: £385,000. Deposit: £38,500.`,
      'The seller will sell and the buyer will buy the property for the purchase price, with full title guarantee, on the completion date that both sides agree.',
      'This contract incorporates the Standard Conditions of Sale (Fifth Edition, 2018 revision).',
      'Signed by the buyer:',
    ],
  })
  const buyer = await personAt(app, demoClient.username)
  await sign(buyer, authority)
  await dropNews(buyer)
  for (const { ask } of [solicitor, buyer]) await ask(accounts.logout, {})
}

/** Signs in. The caller must sign out again, or the session is listed among the person's own. */
const personAt = async (app: FastifyInstance, username: string) => {
  const { send } = demoBrowserOn(app)
  const ask = endpointClient(send)
  await ask(accounts.login, { username, password: demoPassword })
  return { ask, send }
}
type Person = Awaited<ReturnType<typeof personAt>>

interface Paper {
  name: string
  description: string
  paragraphs: string[]
}

async function sendTo(
  { send, draw }: Person & Pick<Drawing, 'draw'>,
  clientId: UserId,
  { name, description, paragraphs }: Paper,
) {
  const letterhead: Letterhead = demoFirm
  const blocks = paragraphs.map((text) => ({ kind: 'paragraph' as const, text }))
  const bytes = await draw({ letterhead, title: name, blocks })
  const form = new FormData()
  form.append('clientId', clientId)
  form.append('name', name)
  form.append('description', description)
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), `${name}.pdf`)
  const { id } = answerOf(signatures.send, await send('POST', signatures.send.path, form, {}))
  return id
}

async function sign({ ask }: Person, documentId: DocumentId) {
  const { firstName, lastName } = demoClient
  await ask(signatures.opened, { id: documentId })
  await ask(signatures.create, {
    documentId,
    typedName: fullName({ firstName, lastName }),
    signaturePosition: 'bottom_right',
    consentVersion: consent.version,
    pagesSeen: 1,
  })
}

/** Marks the notifications as read, because the demo should show others. */
async function dropNews({ ask }: Person) {
  const notices = await ask(notifications.list, {})
  const ids = notices.filter(({ topic }) => topic === 'signatures').map(({ id }) => id)
  await ask(notifications.markRead, { ids })
}
