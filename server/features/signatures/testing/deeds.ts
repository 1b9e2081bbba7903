import { answerOf } from '#contract/kit/transport.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import { witness, witnessStatement } from '#contract/signatures/witness.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import type { Client, Portal } from '#server/testing/portal.ts'
import type { Staff } from './signature-requests.ts'

interface Deed {
  /** One name per line. */
  parties?: string
  /** The step that it is for. */
  taskId?: string
}

export async function sendDeed(
  staff: Pick<Staff, 'send'>,
  client: Pick<Client, 'user'>,
  { parties = '', taskId }: Deed = {},
) {
  const form = new FormData()
  form.append('clientId', client.user.id)
  form.append('name', 'Deed of gift')
  form.append('isDeed', 'true')
  form.append('parties', parties)
  if (taskId !== undefined) form.append('taskId', taskId)
  const bytes = await drawStatement('3 November 2026')
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'deed.pdf')
  return answerOf(signatures.send, await staff.send('POST', signatures.send.path, form, {}))
}

export const tokenIn = (path: string) => path.split('/').at(-1) ?? ''

/** Sends a deed and has the signer invite a witness, who uses another browser. */
export async function inviteWitness(
  portal: Portal,
  staff: Staff,
  client: Client,
  { taskId }: Pick<Deed, 'taskId'> = {},
) {
  const { id } = await sendDeed(staff, client, { parties: 'Kofi Mensah', ...(taskId && { taskId }) })
  const { path, code } = await client.ask(witness.invite, { id })
  return { id, code, token: tokenIn(path), device: portal.visitor() }
}

export const ana = { name: 'Ana Silva', address: '4 Mill Lane\nLeeds LS1 2AB', occupation: 'Nurse' }

type Invited = Pick<Awaited<ReturnType<typeof inviteWitness>>, 'device' | 'token' | 'code'>

/** Enters the code and the witness's details. Returns the key of their device. */
export async function arrive({ device, token, code }: Invited, details = ana) {
  const { key } = await device.ask(witness.enter, { token, code })
  await device.ask(witness.introduce, { token, key, ...details })
  return { token, key }
}

export const signed = {
  typedName: 'Amara Okafor',
  signaturePosition: 'bottom_right',
  consentVersion: consent.version,
  pagesSeen: 1,
} as const

export const attested = { typedName: 'Ana Silva', statementVersion: witnessStatement.version } as const
