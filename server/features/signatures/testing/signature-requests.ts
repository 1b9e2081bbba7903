import { createCanvas } from '@napi-rs/canvas'
import type { DocumentId } from '#contract/documents/documents.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

export type Staff = Awaited<ReturnType<Portal['staff']>>

interface Paper {
  name?: string
  bytes?: Uint8Array<ArrayBuffer>
  filename?: string
  /** The step that it is for, or `none`. */
  taskId?: string
}

/** Sends a PDF to a client as a member of staff, through the API. */
export async function send(staff: Pick<Staff, 'send'>, client: Pick<Client, 'user'>, paper: Paper = {}) {
  const { name = 'Transfer deed', filename = 'deed.pdf', taskId } = paper
  const bytes = paper.bytes ?? (await drawStatement('3 November 2026'))
  const form = new FormData()
  form.append('clientId', client.user.id)
  form.append('name', name)
  if (taskId !== undefined) form.append('taskId', taskId)
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename)
  return answerOf(signatures.send, await staff.send('POST', signatures.send.path, form, {}))
}

/** Returns a stroke across the pad, in the format that the page sends. */
export function drawing({ width = 400, height = 200, isBlank = false } = {}) {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.strokeStyle = '#14233b'
  pen.lineWidth = 3
  pen.moveTo(width * 0.1, height * 0.75)
  pen.bezierCurveTo(width * 0.3, 0, width * 0.6, height, width * 0.9, height * 0.3)
  if (!isBlank) pen.stroke()
  return canvas.toDataURL('image/png')
}

const agreed = { signaturePosition: 'bottom_right', consentVersion: consent.version, pagesSeen: 1 } as const

export const typed = (documentId: DocumentId) => ({ documentId, typedName: 'Amara Okafor', ...agreed })
export const drawn = (documentId: DocumentId) => ({ documentId, signatureData: drawing(), ...agreed })
